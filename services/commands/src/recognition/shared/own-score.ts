import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams, type TakenCredit } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { Refused } from '../../kernel/refusal.ts';
import { recognitionAccountDecider, type AccountCommand } from '../recognition-account.decider.ts';

/** A score of this system that an application counts elsewhere: it may be used once, here or in a recognition. */
export interface UsedScore {
  readonly applyId: string;
  readonly studentCode: string;
  readonly attemptId: string;
  readonly courseName: string;
  readonly processName: string;
  readonly time: string;
}

/** Takes the score for the application, without credits of the limit. Refuses RECOGNITION_SOURCE_USED. */
export function takeOwnScore(
  services: CommandServices,
  { studentCode, applyId, attemptId: key, courseName, processName, time }: UsedScore,
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  const sources = [{ key, courseName, field: 'newCourseId' }];
  return execute(
    services,
    { type: 'take', studentCode, processName, taking: { applyId, time, credit: 0, sources } },
    context,
  );
}

/** The application uses the score no more. */
export function giveOwnScoreBack(
  services: CommandServices,
  { studentCode, applyId, time }: Pick<UsedScore, 'studentCode' | 'applyId' | 'time'>,
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  return execute(services, { type: 'giveBack', studentCode, applyId, time }, context);
}

/** The application that uses a score of a student, asked for or in force; undefined: none. */
export async function userOfScore(
  { handler }: Pick<CommandServices, 'handler'>,
  studentCode: string,
  attemptId: string,
): Promise<TakenCredit | undefined> {
  const { state } = await handler.read(recognitionAccountStream(studentCode), recognitionAccountStreams);
  return state.taken.find(({ sources }) => sources.some(({ key }) => key === attemptId));
}

function execute(
  { handler }: Pick<CommandServices, 'handler'>,
  command: AccountCommand,
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  return handler.execute({
    stream: recognitionAccountStream(command.studentCode),
    decider: recognitionAccountDecider,
    command,
    context,
    facts: () => null,
  });
}
