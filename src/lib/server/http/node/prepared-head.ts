import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { serverOptions } from './server-limits.ts';

/**
 * The head of a response that is sent many times, as the text that goes over the wire. Node checks and joins a list of headers for each
 * response, which takes as long as everything else that it does for a file in memory.
 */
export class PreparedHead {
  readonly #status: number;
  readonly #headers: string[];
  #date = '';
  #text = '';

  /** `headers` is a flat list of names and values, with the length of the body. */
  constructor(status: number, headers: string[]) {
    this.#status = status;
    this.#headers = headers;
    if (headers.some((text) => /[^\t\x20-\x7e\x80-\xff]/.test(text)))
      throw new TypeError('A header has a character that HTTP does not allow');
  }

  /**
   * Sends the head, and the body of GET. Only a response that has got an id carries it: no line of the log and no page names that of
   * a file. [C-40]
   */
  send(req: IncomingMessage, res: ServerResponse, body: Buffer | null): void {
    const content = req.method === 'HEAD' || !body ? undefined : body;
    // Node decides what it says to a client of HTTP/1.0, and where the connection ends.
    if (!content || !res.shouldKeepAlive || req.httpVersion !== '1.1') {
      res.writeHead(this.#status, this.#headers);
    } else {
      res.statusCode = this.#status;
      // Under this name Node keeps the head between writeHead and the first byte of the body.
      Reflect.set(res, '_header', this.#textOfNow());
    }
    res.end(content);
  }

  /**
   * Returns the head with the time. It is made once a second, because Node would copy its parts together for each response, and not before
   * the first one, because most files of a build are never asked for in most encodings.
   */
  #textOfNow(): string {
    const now = formatDate();
    if (now !== this.#date) {
      this.#date = now;
      const lines = this.#headers.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `)).join('');
      this.#text = `HTTP/1.1 ${this.#status} ${STATUS_CODES[this.#status]}\r\n${lines}Date: ${now}\r\n${connectionLines}`;
    }
    return this.#text;
  }
}

const connectionLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${serverOptions.keepAliveTimeout / 1000}\r\n\r\n`;

let date = { second: 0, text: '' };

/** Returns the time as HTTP writes it, which changes once a second. */
function formatDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
