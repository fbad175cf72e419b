import { type APIRequestContext, expect } from 'playwright/test';

const portfolios = '/api/v1/portfolios/';

/** The portfolio of the signed-in person, written by the API as the editor does. Its keys are the API's. */
export class OwnPortfolio {
  readonly #request: APIRequestContext;
  readonly #origin: string;
  readonly #id: string;

  constructor(request: APIRequestContext, origin: string, id: string) {
    this.#request = request;
    this.#origin = origin;
    this.#id = id;
  }

  static async open(request: APIRequestContext, origin = ''): Promise<OwnPortfolio> {
    const { id } = await readOwn(request, origin);
    return new OwnPortfolio(request, origin, id);
  }

  read = () => readOwn(this.#request, this.#origin);

  async update(changes: object) {
    const { version } = await this.read();
    return this.#send('patch', 'update/', { version, ...changes });
  }

  add = (kind: 'links' | 'projects' | 'published-works', fields: object) =>
    this.#send('post', `${kind}/create/`, fields);

  import = async (resume: unknown, apply: boolean) =>
    this.#send('post', 'import/', { version: (await this.read()).version, resume, apply });

  feature = (projectId: string) => this.#send('post', `projects/${projectId}/mark-as-featured/`, {});

  /** Sends a create request that the API must reject, and returns its error code. */
  async createErrorCode(kind: string, fields: object): Promise<string> {
    const answer = await this.#ask('post', `${kind}/create/`, fields);
    return (await answer.json()).error_code;
  }

  async #send(method: 'post' | 'patch', path: string, data: object) {
    const answer = await this.#ask(method, path, data);
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
    return answer.json();
  }

  #ask(method: 'post' | 'patch', path: string, data: object) {
    return this.#request[method](`${this.#origin}${portfolios}${this.#id}/${path}`, {
      headers: { origin: this.#origin },
      data,
    });
  }
}

async function readOwn(request: APIRequestContext, origin: string) {
  const answer = await request.get(`${origin}${portfolios}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()).results[0];
}
