import { applicationWording } from './approval/application.wording.ts';
import type { EventWords, Heading, HeadingContext, LogLine, LogOperation, Wording } from './kernel/event-words.ts';
import { electiveWording } from './elective/elective.wording.ts';
import { schemaWording } from './scheme/schema/schema.wording.ts';
import { recognitionAccountWording, recognitionWording } from './recognition/recognition.wording.ts';
import { attemptsWording } from './score/attempts.wording.ts';
import { scoreChangeWording } from './score/score-change.wording.ts';
import { sheetWording, type ScoreLineContext } from './score/score-sheet.wording.ts';
import type { ToldEvent } from './all-events.ts';

/** The words of every event that is told. A new event does not compile until it has them. */
const allWordings = {
  ...sheetWording,
  ...attemptsWording,
  ...scoreChangeWording,
  ...recognitionWording,
  ...recognitionAccountWording,
  ...electiveWording,
  ...schemaWording,
  ...applicationWording,
} as const satisfies Wording<ToldEvent, ScoreLineContext>;
type AllWordings = typeof allWordings;

/** Events that a step of a replay is told by. */
export type HeadedEvent = Extract<
  ToldEvent,
  { type: { [T in keyof AllWordings]: AllWordings[T] extends { heading: unknown } ? T : never }[keyof AllWordings] }
>;

/**
 * What an event says in words: its kind of operation, and a line for each value that it set. Null for events that
 * nobody is told of.
 */
export function linesOf(
  { type, data }: { readonly type: string; readonly data: object },
  context: ScoreLineContext,
): { readonly operation: LogOperation; readonly lines: readonly LogLine[] } | null {
  const words = (Object.hasOwn(allWordings, type) ? allWordings[type as keyof AllWordings] : null) as EventWords<
    object,
    ScoreLineContext
  > | null;
  return words && { operation: words.operation, lines: words.lines(data, context) };
}

/** What a step of a replay is called. */
export function headingOf({ type, data }: HeadedEvent, context: HeadingContext = {}): Required<Heading> {
  const { heading } = allWordings[type] as Required<EventWords<object>>;
  const { label, title = label } = heading(data, context);
  return { label, title };
}
