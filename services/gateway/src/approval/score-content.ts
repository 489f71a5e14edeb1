import { mayDo, type Principal } from '../kernel/principal.ts';

/** What of an application may tell scores, and whose it is. */
interface Content {
  process_no: string;
  process_name: string;
  title: string;
  content: { label: string; value: string }[];
  differences: object[];
  applicant_user: string;
}

interface Telling {
  readonly pieces: readonly string[];
  readonly title: boolean;
}
const recognition: Telling = { pieces: ['原课程', '认定课程'], title: true };
/** Of a class of few its figures are their scores. */
const sheet: Telling = { pieces: ['及格率', '平均分', '已确认', '代为提交时的提醒'], title: false };

/**
 * Processes whose content tells scores: the pieces of it that do, and whether the title does. All of them have
 * differences that do.
 */
const tellsScores: Readonly<Record<string, Telling>> = {
  CJXGSP: { pieces: [], title: false },
  XTNCJRDSH: recognition,
  XTWCJRDSH: recognition,
  XWCJRDSH: recognition,
  ZKCJSP: sheet,
  BHKCJSP: sheet,
  CXCJSP: sheet,
};

/** Processes whose titles name scores of single students. */
export const titlesWithScores: readonly string[] = Object.keys(tellsScores).filter(
  (processNo) => tellsScores[processNo]?.title,
);

/** Whether a person reads scores in the applications of others. */
export function readsScores(user: Principal): boolean {
  return mayDo(user, 'scoreEntry:detail');
}

/**
 * An application as a person may read it. Who may read no scores (the system administrator: separation of duties,
 * domain model §4) sees that it is under way, but none of the scores in it.
 */
export function withoutHiddenScores<Row extends Content>(row: Row, user: Principal): Row {
  const telling = tellsScores[row.process_no];
  if (telling === undefined || row.applicant_user === user.userName || readsScores(user)) return row;
  return {
    ...row,
    title: telling.title ? row.process_name : row.title,
    content: row.content.filter(({ label }) => !telling.pieces.includes(label)),
    differences: [],
  };
}
