import { mayDo, type Principal } from '../kernel/principal.ts';

/** What of an application may tell scores, and whose it is. */
interface Content { process_no: string; process_name: string; title: string; content: { label: string; value: string }[]; differences: object[]; applicant_user: string }

/** Processes whose content names scores of single students, and the pieces of it that do. */
const scorePieces: Readonly<Record<string, readonly string[]>> = { CJXGSP: [], XTNCJRDSH: ['原课程', '认定课程'], XTWCJRDSH: ['原课程', '认定课程'], XWCJRDSH: ['原课程', '认定课程'] };

/**
 * An application as a person may read it. Who may read no scores (the system administrator: separation of duties, domain model §4) sees that it
 * is under way, but none of the scores in it.
 */
export function withoutHiddenScores<Row extends Content>(row: Row, user: Principal): Row {
  const pieces = scorePieces[row.process_no];
  if (pieces === undefined || row.applicant_user === user.userName || mayDo(user, 'scoreEntry:detail')) return row;
  return { ...row, title: pieces.length === 0 ? row.title : row.process_name, content: row.content.filter(({ label }) => !pieces.includes(label)), differences: [] };
}
