import fc from 'fast-check';
import { createDoc, createDocx } from '../../../support/media/word-files.ts';
import { createCsv } from './hostile-body.ts';
import { createQuery } from './hostile-queries.ts';
import { type Draft, roles, toLatin1 } from './hostile-request.ts';
import { exportFor, type HostileTarget } from './hostile-target.ts';
import { hostileText } from './hostile-values.ts';
import type { PageForm } from './page-forms.ts';

const multipart = 'multipart/form-data; boundary=xxxx';
const part = (name: string, value: string, more = '') =>
  `--xxxx\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
/** Uploads in parts that are wrong in one place. */
export const multipartBody = fc
  .tuple(
    fc.constantFrom('file', 'public', '__proto__', 'file"; filename="x', ''),
    fc.constantFrom(
      '',
      '; filename="a.png"\r\nContent-Type: image/png',
      '; filename=""',
      '; filename="../../a.pdf"',
      "; filename*=UTF-8''%ff",
      '\r\nContent-Transfer-Encoding: base64',
    ),
    fc.oneof(
      hostileText.map(toLatin1),
      fc.constantFrom('%PDF-1.7\n%%EOF', '\x89PNG\r\n\x1a\n', 'x'.repeat(20_000)),
      createWordBytes(),
    ),
    fc.constantFrom('--xxxx--\r\n', '', '--xxxx', '--yyyy--'),
  )
  .map(([name, more, value, end]) => ({ text: part(name, value, more) + end, type: multipart }));

/** Returns Word files with some bytes changed, one character for each byte. */
function createWordBytes(): fc.Arbitrary<string> {
  const files = [createDocx(), createDocx(['word/vbaProject.bin']), createDoc(), createDoc(['Macros'])];
  const change = fc.tuple(fc.nat(2_000), fc.nat(255));
  return fc.tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 4 })).map(([file, changes]) => {
    const bytes = Buffer.from(file);
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return bytes.toString('latin1');
  });
}

/** A form of a page as a browser without script posts it, with hostile fields. */
export function createSubmission(
  { path, role, fields }: PageForm,
  target: HostileTarget,
): fc.Arbitrary<Draft> {
  const csv = createCsv(exportFor(path, target));
  const pairs = fields.map(({ name, values }) =>
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...values).map((value) => [[name, value]]) },
      { weight: 2, arbitrary: (name === 'csv' ? csv : hostileText).map((value) => [[name, value]]) },
      { weight: 1, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...values).map((value) => [
          [name, value],
          [name, value],
        ]),
      },
    ),
  );
  return fc
    .record({
      role: fc.oneof({ weight: 5, arbitrary: fc.constant(role) }, { weight: 1, arbitrary: roles }),
      pairs: fc.tuple(...pairs).map((all) => all.flat() as [string, string][]),
      query: fc.oneof(
        { weight: 6, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: createQuery([], target.ids) },
      ),
      isMultipart: fc.boolean(),
    })
    .map(({ role: sender, pairs: sent, query, isMultipart }) => ({
      role: sender,
      method: 'POST',
      target: path + (path.includes('?') ? '' : query),
      type: isMultipart ? multipart : 'application/x-www-form-urlencoded',
      body: isMultipart
        ? toLatin1(
            `${sent.map(([name, value]) => part(name, value, name === 'csv' ? '; filename="a.csv"' : '')).join('')}--xxxx--\r\n`,
          )
        : new URLSearchParams(sent).toString(),
    }));
}
