import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  applications,
  type Candidate,
  expectOk,
  readApplication,
  signUpCandidate,
  startApplication,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { openFile } from '../../support/media/open-file.ts';
import { upload } from '../../support/media/upload.ts';
import {
  contentTypes,
  createCompoundFile,
  createDoc,
  createDocx,
  createZip,
  docxType,
  relationships,
} from '../../support/media/word-files.ts';

const test = useTestApi();
let candidate: Candidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  candidate = await signUpCandidate(test);
});

const send = (bytes: Uint8Array, name: string, isPublic = false) =>
  upload(candidate.visitor, { bytes, name, type: 'application/pdf', isPublic });
const details = '/api/v1/moonshot/update-candidate-details/';

describe('[C-32] a Word file is recognised by its parts and stored as it is', () => {
  it.each([
    ['.docx', createDocx(['word/styles.xml']), docxType],
    ['.doc', createDoc(['CompObj', 'Data', 'ObjectPool']), 'application/msword'],
  ])('%s', async (ending, bytes, mimeType) => {
    const { status, body } = await send(bytes, 'meera.pdf');
    expect([status, body.kind, body.mime_type, body.name]).toEqual([
      200,
      'DOCUMENT',
      mimeType,
      `meera${ending}`,
    ]);
    const file = await openFile(test, body.url, candidate.visitor);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ['a zip of other files', 'FILE_TYPE_NOT_ALLOWED', createZip([['index.html', '']])],
    [
      'a spreadsheet',
      'FILE_TYPE_NOT_ALLOWED',
      createZip([
        ['[Content_Types].xml', contentTypes()],
        ['xl/workbook.xml', ''],
      ]),
    ],
    ['an installer', 'FILE_TYPE_NOT_ALLOWED', createCompoundFile(['Workbook', 'Binary.exe'])],
    ['one cut in half', 'FILE_TYPE_NOT_ALLOWED', createDocx().subarray(0, 90)],
    ['one behind a page', 'FILE_TYPE_NOT_ALLOWED', Buffer.concat([Buffer.from('<html>'), createDocx()])],
    ['one with bytes behind it', 'FILE_TYPE_NOT_ALLOWED', Buffer.concat([createDocx(), Buffer.from('x')])],
    ['one with macros', 'FILE_INVALID', createDocx(['word/vbaProject.bin'])],
    ['an old one with macros', 'FILE_INVALID', createDoc(['CompObj', 'Macros'])],
    ['one that unpacks to gigabytes', 'FILE_INVALID', createDocx([], { unpackedBytes: 2 ** 31 })],
    ['an encrypted one', 'FILE_INVALID', createDocx([], { flags: 1 })],
    ['a header alone', 'FILE_INVALID', createDoc().subarray(0, 512)],
  ])('%s is rejected', async (_, code, bytes) => {
    const { status, body } = await send(bytes, 'cv.docx');
    expect([status, body.error_code]).toEqual([400, code]);
    expect(await test.db.selectFrom('media').selectAll().execute()).toEqual([]);
  });

  const names = (count: number) => Array.from({ length: count }, (_, index) => `Item${index}`);
  const asComment = `<!-- <Relationship Id=' -->${relationships(['oleObject', 'Target="a"'])}<!-- ' -->`;
  const remote = 'Target="https://evil.example/a.dotm" TargetMode="External"';
  const rels = (text: string): readonly [string, string] => ['word/_rels/settings.xml.rels', text];
  const cutList = (list: Buffer) => Buffer.concat([list, Buffer.from('rubbish')]);
  const renameInList = (list: Buffer) =>
    Buffer.from(list.toString('latin1').replace('a.png', 'b.png'), 'latin1');

  it.each<readonly [string, Buffer]>([
    ['macros behind many entries', createDoc([...names(300), 'Macros'])],
    ['an object of a program', createDoc(['ObjectPool', '_1234567890', '\x01Ole10Native'])],
    ['a list that ends early', createDocx(['word/vbaProject.bin'], { editList: cutList })],
    ['a wrong number of parts', createDocx([], { moreEntries: 1 })],
    ['a part under another name in the list', createDocx(['word/media/a.png'], { editList: renameInList })],
    ['a part twice', createDocx(['word/Document.xml'])],
    ...[
      ...['word/vba.bin', 'word/vbaData.xml', 'word/embeddings/a.xlsx', 'word/activeX/activeX1.xml'],
      ...['word\\a.xml', 'word/../a.xml', '/word/a.xml', 'run.exe', 'word/a.bin', 'word/afchunk.html'],
    ].map((name) => [name, createDocx([name])] as const),
    [
      'macros by their type',
      createDocx([], {}, contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml')),
    ],
    ['macros by their relationship', createDocx([rels(relationships(['vbaProject', 'Target="a.xml"']))])],
    ['a remote template', createDocx([rels(relationships(['attachedTemplate', remote]))])],
    [
      'a template on a server',
      createDocx([
        rels(relationships(['attachedTemplate', 'Target="file:////evil/a.dotm" TargetMode="External"'])),
      ]),
    ],
    [
      'an escaped mode',
      createDocx([
        rels(relationships(['image', 'Target="https://evil.example" TargetMode="Ext&#101;rnal"'])),
      ]),
    ],
    ['an object', createDocx([rels(relationships(['oleObject', remote]))])],
    ['an object behind a comment', createDocx([rels(asComment)])],
    [
      'relationships in UTF-16',
      createDocx([rels(Buffer.from(relationships(['image', remote]), 'utf16le').toString('latin1'))]),
    ],
    ['relationships of gigabytes', createDocx([rels(' '.repeat(2 ** 21))])],
  ])('one with %s is rejected', async (_, bytes) => {
    const { status, body } = await send(bytes, 'cv.docx');
    expect([status, body.error_code]).toEqual([400, 'FILE_INVALID']);
  });

  const template = 'Target="file:///C:\\Users\\Meera\\R%C3%A9sum%C3%A9.dotx" TargetMode="External"';
  it.each<readonly [string, Buffer]>([
    [
      'Word',
      createDocx([
        ...['word/styles.xml', 'word/theme/theme1.xml', 'word/media/image1.png', 'word/fonts/font1.odttf'],
        ...['docProps/app.xml', 'docProps/thumbnail.jpeg', 'docMetadata/LabelInfo.xml'],
        ...['customXml/item1.xml', 'word/glossary/document.xml', 'word/diagrams/data1.xml'],
        ['customXml/_rels/item1.xml.rels', relationships(['customXmlProps', 'Target="itemProps1.xml"'])],
        rels(relationships(['attachedTemplate', template])),
        [
          'word/_rels/document.xml.rels',
          relationships(['hyperlink', 'Target="mailto:m@example.com" TargetMode="External"']),
        ],
      ]),
    ],
    ['LibreOffice', createDocx(['word/', 'word/numbering.xml', 'word/fontTable.xml', 'docProps/custom.xml'])],
    ['Google Docs', createDocx(['word/fonts/Roboto-regular.ttf', 'word/media/image2.jpg'])],
    ['a library', createDocx(['package/services/metadata/core-properties/0a1b.psmdcp'])],
  ])('one as %s writes it is accepted', async (_, bytes) => {
    const { status, body } = await send(bytes, 'cv.docx');
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it('a public one is rejected', async () => {
    const { status, body } = await send(createDocx(), 'cv.docx', true);
    expect([status, body.field_errors.file]).toEqual([
      400,
      'Everybody could open this file here. Choose a PDF instead of a Word file.',
    ]);
  });
});

describe('a Word résumé', () => {
  it('[API-40] [API-42] is shown with name, size and date, is the one that will be sent, and staff download it', async () => {
    const { body: file } = await send(createDocx(), 'meera.docx');
    const { body: saved } = await expectOk(
      candidate.visitor.call(`PATCH ${details}`, { resume: { media_id: file.id } }),
    );
    const shown = {
      media_id: file.id,
      name: 'meera.docx',
      url: file.url,
      mime_type: docxType,
      bytes: file.bytes,
      uploaded_at: file.created_at,
    };
    expect(saved.resume).toEqual(shown);

    const id = await startApplication(candidate, 'inside-sales-associate-cl13');
    const draft = await readApplication(candidate, id);
    expect([draft.resume, draft.details_resume]).toEqual([null, shown]);
    await expectOk(candidate.visitor.call(`POST ${applications}${id}/submit/`, {}));
    const sent = await readApplication(candidate, id);
    expect([sent.resume, sent.details_resume]).toEqual([shown, null]);
    const { visitor: staff } = await signUpStaff(test);
    expect((await openFile(test, file.url, staff)).status).toBe(200);
  });

  it('[API-44] a picture is no résumé', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
      'base64',
    );
    const { body: picture } = await expectOk(send(png, 'me.png'));
    const { status, body } = await candidate.visitor.call(`PATCH ${details}`, {
      resume: { media_id: picture.id },
    });
    expect([status, body.field_errors.resume]).toEqual([400, 'Please choose a PDF or Word file of your own']);
  });
});
