import type { TestApi } from '../api.ts';
import { type Person, signUpVerified } from '../auth/people.ts';
import type { Answer, Visitor } from '../visitor.ts';

export const portfolios = '/api/v1/portfolios/';

/** A person with a new portfolio, and functions that call its endpoints: `post('links/create/', {…})`. */
export interface PortfolioOwner extends Person {
  id: string;
  slug: string;
  post(path: string, body?: object): Promise<Answer>;
  patch(path: string, body: object): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** Updates the latest version of the portfolio. */
  update(changes: object): Promise<Answer>;
  read(): Promise<Answer['body']>;
}

export async function signUpPortfolioOwner(test: TestApi): Promise<PortfolioOwner> {
  const person = await signUpVerified(test);
  const read = async () => (await person.visitor.call(`GET ${portfolios}`)).body.results[0];
  const { id, slug } = await read();
  const base = `${portfolios}${id}/`;
  const patch = (path: string, body: object) => person.visitor.call(`PATCH ${base}${path}`, body);
  return {
    ...person,
    id,
    slug,
    read,
    patch,
    post: (path, body = {}) => person.visitor.call(`POST ${base}${path}`, body),
    remove: (path) => person.visitor.call(`DELETE ${base}${path}`),
    update: async (changes) => patch('update/', { version: (await read()).version, ...changes }),
  };
}

export const statusAndCode = ({ status, body }: Answer) => [status, body.error_code];

/** Requests a portfolio by its slug. */
export const getPortfolio = (visitor: Visitor, slug: string) => visitor.call(`GET ${portfolios}${slug}/`);
