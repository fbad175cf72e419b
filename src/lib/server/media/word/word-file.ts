import type { FileHandle } from 'node:fs/promises';
import { HttpError } from '#lib/server/http/http-error.ts';
import { listCompoundEntries } from './compound-file.ts';
import { checkDocxContent, findForbiddenPart } from './docx-parts.ts';
import { listZipEntries, type ReadBytes } from './zip-file.ts';

/** Recognises Word files by their parts, because zips and Office files of other kinds begin alike. [C-32] */

export type WordType = 'doc' | 'docx';

const zipStart = Buffer.from('PK\x03\x04', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Returns the type of a Word file, or null for any other file. Throws FILE_INVALID for one with macros, with other files
 * inside or with links to other files, and for one that is damaged, encrypted or too large when unpacked.
 */
export async function findWordType(file: FileHandle): Promise<WordType | null> {
  const { size } = await file.stat();
  const read: ReadBytes = async (from, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(0, 8);
  if (head.equals(compoundStart)) return findDocType(read);
  return head.subarray(0, 4).equals(zipStart) ? findDocxType(read, size) : null;
}

const macroMessage = 'This Word file has macros. Save it as a PDF and choose that.';
const objectMessage = 'This Word file has other files inside. Save it as a PDF and choose that.';
const unreadableMessage = 'We cannot open this file. Save it as a PDF and choose that.';

const createWordError = (message: string) => new HttpError('FILE_INVALID', { message, fields: ['file'] });

/** The storage of macros, and the streams inside it. */
const compoundMacro = /^(macros|vba|_vba_project.*|projectwm)$/i;
/** A file inside a document: its storage has a number as its name. */
const compoundObject = /^_\d{6,}$|ole10native$/i;

async function findDocType(read: ReadBytes): Promise<WordType | null> {
  const names = await listCompoundEntries(read);
  if (names === null) throw createWordError(unreadableMessage);
  if (!names.includes('WordDocument')) return null;
  if (names.some((name) => compoundMacro.test(name))) throw createWordError(macroMessage);
  if (names.some((name) => compoundObject.test(name))) throw createWordError(objectMessage);
  return 'doc';
}

async function findDocxType(read: ReadBytes, size: number): Promise<WordType | null> {
  const entries = await listZipEntries(read, size);
  if (entries === 'UNREADABLE') throw createWordError(unreadableMessage);
  if (!entries) return null;
  const names = entries.map(({ name }) => name);
  // Word in a browser numbers the document.
  const isWord =
    names.includes('[Content_Types].xml') && names.some((name) => /^word\/document\d*\.xml$/.test(name));
  if (!isWord) return null;
  const problem = findForbiddenPart(names) ?? (await checkDocxContent(read, entries));
  if (problem === 'MACRO') throw createWordError(macroMessage);
  if (problem === 'OBJECT') throw createWordError(objectMessage);
  if (problem === 'LINK')
    throw createWordError('This Word file loads other files. Save it as a PDF and choose that.');
  if (problem) throw createWordError(unreadableMessage);
  return 'docx';
}
