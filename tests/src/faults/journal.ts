import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { ApiRefused } from '../testing/api-session.ts';

/** What a command is to have written, besides having been carried out. */
export type Expected =
  | {
      readonly kind: 'save';
      readonly stream: string;
      /** Tenths by student and item. */
      readonly cells: readonly {
        studentCode: string;
        dataKey: string;
        value: number;
      }[];
    }
  | { readonly kind: 'submit'; readonly stream: string }
  | { readonly kind: 'recognise'; readonly studentCode: string; readonly courseId: string }
  | { readonly kind: 'decide'; readonly stream: string };

/** One command that a writer sent, as often as it took. */
export interface SentCommand {
  /** As it stands in the metadata of its events. */
  readonly commandId: string;
  readonly userName: string;
  readonly expected: Expected;
  /** How often it was sent. */
  tries: number;
  /** `open` while nobody knows. */
  outcome: 'open' | 'acknowledged' | 'refused';
  /** The refusal. */
  refusal?: string;
}

/** Everything that the writers sent, in order of their first try. */
export interface Journal {
  readonly commands: SentCommand[];
  readonly acknowledged: number;
  /** Whether commands are sent twice at once, how many were, and how answers to one command differed. */
  readonly sentTwice: { on: boolean; commands: number; readonly differences: string[] };
  /** Sends a command until it is answered. Answers the result, or null when it was refused for good. */
  send<R>(
    about: Pick<SentCommand, 'commandId' | 'userName' | 'expected'>,
    attempt: () => Promise<R>,
  ): Promise<R | null>;
}

const pauseMs = 200;
/** A command that nobody answers for this long is given up and stays open: the test then fails. */
const patienceMs = 120_000;

/** Opens an empty journal. */
export function createJournal(): Journal {
  const commands: SentCommand[] = [];
  const sentTwice: Journal['sentTwice'] = { on: false, commands: 0, differences: [] };
  let acknowledged = 0;

  /** Both of two equal requests are answered, and as one. */
  const twice = async <R>(
    about: Pick<SentCommand, 'userName' | 'expected'>,
    ask: () => Promise<R | ApiRefused>,
  ): Promise<R | ApiRefused> => {
    sentTwice.commands += 1;
    const [one, other] = await Promise.all([ask(), ask()]);
    const texts = [one, other].map((answer) =>
      answer instanceof ApiRefused ? answer.message : JSON.stringify(answer),
    );
    if (texts[0] !== texts[1])
      sentTwice.differences.push(`${about.expected.kind} of ${about.userName} sent twice: ${texts.join(' and ')}`);
    return one;
  };
  return {
    commands,
    sentTwice,
    get acknowledged() {
      return acknowledged;
    },
    async send(about, attempt) {
      const sent: SentCommand = { ...about, tries: 0, outcome: 'open' };
      commands.push(sent);
      const ask = () =>
        untilAnswered(() => {
          sent.tries += 1;
          return attempt();
        });
      const result = sentTwice.on ? await twice(about, ask) : await ask();
      if (result instanceof ApiRefused) {
        sent.outcome = 'refused';
        sent.refusal = result.message;
        return null;
      }
      sent.outcome = 'acknowledged';
      acknowledged += 1;
      return result;
    },
  };
}

/**
 * Asks again after a missing answer and after a failure of the server, or when the clock has just stepped; any other
 * refusal is an answer.
 */
export async function untilAnswered<R>(attempt: () => Promise<R>): Promise<R | ApiRefused> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (
        error instanceof ApiRefused &&
        error.status < 500 &&
        error.failure.code !== ('REQUEST_EXPIRED' satisfies ErrorCode)
      )
        return error;
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
