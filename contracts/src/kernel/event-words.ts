import type { StudentRef } from './student-ref.ts';

/** Kinds of operations by which the score log is searched (SCORE-MORE-15). */
export const logOperationNames = ['录入', '提交', '审核', '退回', '更改', '注销', '认定', '设置'] as const;
/** 申请: an application that is about no score. */
export type LogOperation = (typeof logOperationNames)[number] | '申请';

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

/** Who did it. The words of an area may want to know more. */
export interface LineContext {
  readonly who: string;
}

/** A step of a replay: a short word for the axis, and what stands above the step (absent: the word says it all). */
export interface Heading {
  readonly label: string;
  readonly title?: string;
}

/** Whose score is replayed (absent: nobody's), and the node that passed with the same command (absent: none). */
export interface HeadingContext {
  readonly studentCode?: string;
  readonly passedNode?: string | undefined;
}

/** What events of one type say. */
export interface EventWords<Data, Context extends LineContext = LineContext> {
  readonly operation: LogOperation;
  /** A sentence for each value that it set, or one about everybody. */
  lines(data: Data, context: Context): readonly LogLine[];
  /** What a step of a replay is called that is told by it; absent where it makes none. */
  heading?(data: Data, context: HeadingContext): Heading;
}

interface AnyEvent {
  readonly type: string;
  readonly data: unknown;
}
type DataOf<Event extends AnyEvent, Type> = Extract<Event, { type: Type }>['data'];

/** The words of every event type of a union: a new event does not compile until it has them. */
export type Wording<Event extends AnyEvent, Context extends LineContext = LineContext> = {
  readonly [Type in Event['type']]: EventWords<DataOf<Event, Type>, Context>;
};

/** What somebody is sent. */
export interface MessageText {
  readonly title: string;
  readonly content: string;
}

/** What those who are told of an event get to read; several texts where different people are told different things. */
export type Messages<Event extends AnyEvent, About> = {
  readonly [Type in Event['type']]?: (
    data: DataOf<Event, Type>,
    about: About,
  ) => MessageText | Readonly<Record<string, MessageText>>;
};

/** One line about everybody. */
export const line = (sentence: string, reason?: string): readonly LogLine[] => [
  { sentence, ...(reason ? { reason } : {}) },
];

/** What somebody gave as reason or opinion, at the end of a sentence. */
export const because = (word: string, text: string | null | undefined): string => (text ? `，${word}：${text}` : '');

/** The student that a line is about, without what else stands beside. */
export const studentOf = ({ studentCode, studentNumber, studentName }: StudentRef): StudentRef => ({
  studentCode,
  studentNumber,
  studentName,
});
