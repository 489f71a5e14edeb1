import { defineReadModel, int, table, text, textArray, timestamp } from '../kernel/read-model.ts';

/** Which streams hold the history of a student's score at a course: what auditors read to replay it. */
export const scoreLedgerModel = defineReadModel({
  name: 'score-ledger',
  tables: {
    stream: table(
      {
        student_code: text(),
        course_id: text(),
        stream: text(),
        kind: text<'sheet' | 'application' | 'change' | 'recognition' | 'attempts'>(),
        event_count: int(),
        first_at: timestamp(),
        last_at: timestamp(),
      },
      { key: ['student_code', 'course_id', 'stream'] },
    ),
    /** Whom a stream concerns, for its events that name nobody: a decision concerns everybody who was submitted. */
    member: table({ stream: text(), course_id: text(), students: textArray() }, { key: ['stream', 'course_id'] }),
  },
});
