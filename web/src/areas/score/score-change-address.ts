import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import type { DecisionResults } from '../../pickers/decision-form.dialog.tsx';

/** Address of one change application. */
export const changePath = (applyId: string): string => modulePath('scoreManage', `change/${encodeURIComponent(applyId)}`);

/** The form of a change: of a sheet, with what an earlier application asked for. `again` goes on with a returned one, `from` begins a new one. */
export function changeFormPath({ teachingClassId, scoreType }: { teachingClassId: string; scoreType: string }, { again, from }: { again?: string; from?: string } = {}): string {
  const search = again === undefined ? (from === undefined ? '' : `?from=${encodeURIComponent(from)}`) : `?applyId=${encodeURIComponent(again)}`;
  return `${modulePath('scoreManage', `change/new/${encodeURIComponent(teachingClassId)}/${scoreType}`)}${search}`;
}

/** What the server says of a decision: 审核通过 when it passed (SCORE-CHANGE-10). */
export const changeAuditTold = (results: DecisionResults): string => Object.values(results)[0]?.message ?? '审核成功';
