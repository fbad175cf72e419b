import { atom, type ReadableAtom } from 'nanostores';

export type RequestStatus = 'idle' | 'pending' | 'fulfilled' | 'rejected';

export interface RequestState<Data> {
  status: RequestStatus;
  data: Data | null;
  error: Error | null;
}

export interface RequestStore<Input extends unknown[], Data> {
  $state: ReadableAtom<RequestState<Data>>;
  /** Sends the request and returns its data. Returns null while another is pending; throws what the call throws. */
  run(...input: Input): Promise<Data | null>;
  isPending(): boolean;
  /** Sets the state to idle. The response to a request that is still pending is then not stored. */
  reset(): void;
}

/**
 * Creates the state of one kind of request. If it is sent twice at the same time, the second call is ignored.
 * [APP-09]
 */
export function createRequest<Input extends unknown[], Data extends object>(
  send: (...input: Input) => Promise<Data>,
): RequestStore<Input, Data> {
  const $state = atom<RequestState<Data>>({ status: 'idle', data: null, error: null });
  let latest = 0;

  async function run(...input: Input): Promise<Data | null> {
    if (isPending()) return null;
    const mine = ++latest;
    const store = (change: Partial<RequestState<Data>>) => {
      if (mine === latest) $state.set({ ...$state.get(), ...change });
    };
    store({ status: 'pending', error: null });
    try {
      const data = await send(...input);
      store({ status: 'fulfilled', data, error: null });
      return data;
    } catch (error) {
      store({ status: 'rejected', error: error instanceof Error ? error : new Error(String(error)) });
      throw error;
    }
  }

  function isPending(): boolean {
    return $state.get().status === 'pending';
  }

  function reset(): void {
    latest += 1;
    $state.set({ ...$state.get(), status: 'idle', error: null });
  }

  return { $state, run, isPending, reset };
}
