import { z } from 'zod';
import { toDateTimeText } from '../kernel/fields.ts';
import { scoreTypeNames, type ScoreType } from '../score/score.vocabulary.ts';

/** Published scores of the reader that are not open to him now, by semester and score type (SCORE-MORE-40). */
export const withheldScores = z.array(
  z.object({
    semesterId: z.string(),
    scoreType: z.string(),
    /** What is missing, or from when they are open. */
    text: z.string(),
  }),
);

/** What holds for a student's scores of a semester and type. */
export interface Opening {
  readonly semesterName: string;
  readonly scoreType: ScoreType;
  /** Null: no row. */
  readonly beginTime: Date | null;
  /** Null: it does not end. */
  readonly endTime: Date | null;
  /** Evaluations that are asked for and owed. */
  readonly owed: number;
}

/** Semester and type as people say them: `2026-2027学年第一学期正考成绩`. */
export const openedScores = (semesterName: string, type: ScoreType): string =>
  `${semesterName}${scoreTypeNames[type]}成绩`;

/** Why scores are not open now, in words; null: they are. */
export function withheldText({ semesterName, scoreType, beginTime, endTime, owed }: Opening, now: Date): string | null {
  const scores = openedScores(semesterName, scoreType);
  const minute = (time: Date): string => toDateTimeText(time).slice(0, 16);
  if (beginTime === null) return `${scores}尚未开放查询`;
  if (now < beginTime) return `${scores}尚未开放查询，将于 ${minute(beginTime)} 开放`;
  if (endTime !== null && now > endTime) return `${scores}的查询已于 ${minute(endTime)} 结束`;
  return owed > 0 ? `${scores}须先完成评教，还有评教 ${String(owed)} 条` : null;
}
