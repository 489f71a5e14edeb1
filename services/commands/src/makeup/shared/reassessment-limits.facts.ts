import { makeupTimesOf } from '@jwxt/contracts/makeup/makeup-eligibility.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What the school allows at make-ups and retakes. */
export interface ReassessmentLimits {
  /** Most that a passed make-up counts for, in hundredths (CJ_BKFDX); null: no limit. */
  readonly makeupCap: number | null;
  /** The same for retakes (CJ_CXFDX). */
  readonly rebuildCap: number | null;
  /** Make-ups for each failed course (CJ_BKCS). */
  readonly makeupTimes: number;
}

/** Reads CJ_BKFDX, CJ_CXFDX and CJ_BKCS; a parameter that is not there has its default: 60, none, 1. */
export async function loadReassessmentLimits(db: Queryable): Promise<ReassessmentLimits> {
  const { rows } = await db.query<{ code: string; value: string }>(
    `select param_code as code, para_value as value from base.parameter
      where param_code in ('CJ_BKFDX', 'CJ_CXFDX', 'CJ_BKCS')`,
  );
  const values = new Map(rows.map(({ code, value }) => [code, value.trim()]));
  return {
    makeupCap: markOf(values.get('CJ_BKFDX') ?? '60'),
    rebuildCap: markOf(values.get('CJ_CXFDX') ?? ''),
    makeupTimes: makeupTimesOf(values.get('CJ_BKCS')),
  };
}

/** A whole mark as hundredths; anything else is no limit. */
function markOf(text: string): number | null {
  const mark = Number(text);
  return text !== '' && Number.isInteger(mark) && mark >= 0 && mark <= 100 ? mark * 100 : null;
}
