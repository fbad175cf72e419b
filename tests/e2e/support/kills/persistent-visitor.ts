import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, Visitor } from '../../../support/visitor.ts';
import { CutOff, type KilledSite } from './killed-site.ts';

/** The address of a person; each has a network of their own. */
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** A browser that gives up when the server dies. */
export const createVisitor = (site: KilledSite, n: number) =>
  new Visitor((request) => site.send(request), site.url, addressOf(n));

/** A browser whose person sends the same request again until it is answered. */
export class PersistentVisitor extends Visitor {
  readonly #site: KilledSite;
  /** How many requests broke off. */
  cuts = 0;

  constructor(site: KilledSite, n: number, cookies: ReadonlyMap<string, string>) {
    super((request) => site.send(request), site.url, addressOf(n));
    this.#site = site;
    for (const [name, value] of cookies) this.cookies.set(name, value);
  }

  override call(key: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answer> {
    return this.repeat(() => super.call(key, body, headers));
  }

  /** Repeats what this browser sends until it is answered. Waits as long as the answer says. */
  async repeat(act: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      await this.#site.whenUp();
      try {
        const answer = await act();
        const { status, body } = answer;
        if (status !== 503 && status !== 429) return answer;
        await wait(Math.min(body?.retry_after ?? 1, 60) * 1000);
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
        this.cuts += 1;
      }
    }
  }
}
