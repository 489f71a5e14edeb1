import {
  remarkSettings,
  remarkSettingsQuery,
  type RemarkSettings,
  type StoredRemarkSetting,
} from '@jwxt/contracts/score/score-remark.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';

/** What the school has decided about remarks (SCORE-MORE-18). */
export async function readRemarkSettings(db: Queryable): Promise<RemarkSettings> {
  const { rows } = await db.query<StoredRemarkSetting>(prepared(remarkSettingsQuery, []));
  return remarkSettings(rows);
}
