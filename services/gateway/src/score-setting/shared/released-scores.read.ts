import type { z } from 'zod';
import { withheldText, type Opening, type withheldScores } from '@jwxt/contracts/score-setting/score-opening.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { scoreType, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import type { Principal } from '../../kernel/principal.ts';

/** A score as far as it is asked whether its student may see it. */
interface PublishedScore {
  readonly semesterId: string;
  readonly scoreType?: string | null | undefined;
}
/** What of a student's published scores the reader sees. */
interface Released<S> {
  readonly shown: readonly S[];
  readonly withheld: z.output<typeof withheldScores>;
  /** Whether the items of a shown score are shown as well. */
  readonly hasItems: (score: S) => boolean;
}

/** A score that was recognised comes from no sheet, and opens with those of the ordinary exams of its semester. */
const typeOf = (score: PublishedScore): ScoreType => (score.scoreType ?? scoreType.regular) as ScoreType;

/**
 * The scores of a student that are open to the reader: to the student himself as 成绩查询控制 says (SCORE-MORE-40), to
 * everybody else all of them. Nothing may be reckoned from the others for him.
 */
export async function releasedScores<S extends PublishedScore>(
  db: Queryable,
  { user, now }: { readonly user: Principal; readonly now: Date },
  studentCode: string,
  scores: readonly S[],
): Promise<Released<S>> {
  if (user.studentCode !== studentCode) return { shown: scores, withheld: [], hasItems: () => false };
  const key = (semesterId: string, type: string): string => `${semesterId} ${type}`;
  const asked = [
    ...new Map(
      scores.map((score) => [key(score.semesterId, typeOf(score)), [score.semesterId, typeOf(score)] as const]),
    ).values(),
  ];
  const { rows } = await db.query<Opening & { semesterId: string; showItems: YesNo | null }>(
    prepared(
      `select asked.semester as "semesterId", asked.kind as "scoreType",
          coalesce(semester.xnxqmc, asked.semester) as "semesterName",
          opening.begin_time as "beginTime", opening.end_time as "endTime", opening.show_items as "showItems",
          case when opening.need_evaluate = '1'
              and not exists (select from base.parameter where param_code = 'CJ_CKPJ' and para_value = '0')
            then (select count(*)::int from base.evaluation_task task join base.teaching_class class
              using (teaching_class_id)
              where task.user_name = $4 and task.status = '0' and class.semester_id = asked.semester)
            else 0 end as owed
       from unnest($1::text[], $2::text[]) asked (semester, kind)
       join base.student on student.student_code = $3
       left join base.semester on semester.xnxq = asked.semester
       left join lateral base.score_opening(asked.semester, asked.kind, student.njdm, student.dwh) opening on true
      order by asked.semester desc, asked.kind`,
      [asked.map(([semester]) => semester), asked.map(([, kind]) => kind), studentCode, user.userName],
    ),
  );
  const withheld = rows.flatMap(({ semesterId, ...opening }) => {
    const text = withheldText(opening, now);
    return text === null ? [] : [{ semesterId, scoreType: opening.scoreType, text }];
  });
  const closed = new Set(withheld.map((each) => key(each.semesterId, each.scoreType)));
  const withItems = new Set(
    rows.filter((row) => row.showItems === yesNo.yes).map((row) => key(row.semesterId, row.scoreType)),
  );
  return {
    shown: scores.filter((score) => !closed.has(key(score.semesterId, typeOf(score)))),
    withheld,
    hasItems: (score) => withItems.has(key(score.semesterId, typeOf(score))),
  };
}
