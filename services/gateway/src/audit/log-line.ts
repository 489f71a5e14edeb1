import type { SheetRules, StudentRef } from '@jwxt/contracts/score/score-sheet.events.ts';

/** Kinds of operations that the score log tells apart (SCORE-MORE-15). */
export const logOperationNames = ['录入', '提交', '审核', '退回', '更改', '注销', '认定', '设置', '申请'] as const;
export type LogOperation = (typeof logOperationNames)[number];

/** One thing that happened, as a person reads it: “王老师将张三的期末成绩由 58.0 改为 61.0”. */
export interface LogLine {
  readonly sentence: string;
  /** The one student it is about; absent when it is about the whole class or application. */
  readonly student?: StudentRef;
  readonly itemName?: string;
  readonly before?: string;
  readonly after?: string;
  readonly reason?: string;
}

/** Who did it, and the rules under which a grade's code has a name (null: none known). */
export interface Telling {
  readonly who: string;
  readonly rules: SheetRules | null;
}

/** Tells events of one type. */
export interface Teller<Data> {
  readonly operation: LogOperation;
  tell(data: Data, telling: Telling): readonly LogLine[];
}

/** A teller for every event type of a union: a new event does not compile until it has its words. */
export type Tellers<Event extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in Event['type']]: Teller<Extract<Event, { type: Type }>['data']>;
};

/** One line about everybody. */
export const line = (sentence: string, reason?: string): readonly LogLine[] => [
  { sentence, ...(reason ? { reason } : {}) },
];

/** What somebody gave as reason or opinion, at the end of a sentence. */
export const because = (word: string, text: string | null | undefined): string => (text ? `，${word}：${text}` : '');
