import { hash } from 'node:crypto';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { TranscriptContent, TranscriptLine, TranscriptTemplate } from '@jwxt/contracts/score-card/transcript.ts';
import { gpaRuleText } from '@jwxt/contracts/score/grade-point.ts';
import { coefficientLegend } from '@jwxt/contracts/score/score-coefficient.ts';
import type { RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { extraValueName, isEffective } from './card-answer.ts';
import type { KnownAttempt } from './score-card.read.ts';
import type { StudentStanding } from './student-standing.ts';

/** What is printed, and how. */
interface Printing {
  readonly allAttempts: boolean;
  readonly remarks: RemarkSettings;
  readonly template: TranscriptTemplate | undefined;
}

/**
 * What a transcript of these scores says, oldest semester first. `allAttempts`: also those that do not count, marked.
 */
export function transcriptContentOf(
  judged: StudentStanding,
  school: { schoolName: string; schoolEnglishName: string },
  { allAttempts, remarks, template }: Printing,
): TranscriptContent {
  const { student, rules, standing, attempts, extra, nameOf } = judged;
  const {
    gradeName: _gradeName,
    statusName: _statusName,
    studentType: _studentType,
    gradeMajorId: _gradeMajorId,
    ...named
  } = student;
  const printed = attempts.filter(
    (attempt) => (allAttempts || isEffective(judged, attempt)) && (attempt.passed || template?.showFailed !== yesNo.no),
  );
  return {
    schoolName: school.schoolName,
    schoolEnglishName: school.schoolEnglishName,
    student: named,
    rules: {
      ruleVersion: rules.ruleVersion,
      ruleName: rules.ruleName,
      gpaRule: rules.gpaRule,
      gpaRuleText: gpaRuleText(rules),
      coefficientText: coefficientLegend(rules.coefficients),
      effectiveRule: rules.effectiveRule,
    },
    semesters: [...Map.groupBy(printed, ({ semesterId }) => semesterId)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([semesterId, list]) => ({
        semesterId,
        semesterName: nameOf(semesterId),
        lines: list.map((attempt) => lineOf(judged, attempt, remarks)),
      })),
    extra: extra
      .filter(({ inTranscript }) => inTranscript === yesNo.yes)
      .map((score) => ({ extraName: score.extraName, credit: score.credit, valueName: extraValueName(score) })),
    ...(template ? { template } : {}),
    totals: {
      courseNum: standing.passedNum + standing.failedNum,
      earnedCredit: standing.earnedCredit,
      failedNum: standing.failedNum,
      gpa: standing.gpa,
      weightedAverage: standing.weightedAverage,
    },
  };
}

function lineOf(
  { standing, courseOf, nameOf }: StudentStanding,
  {
    attemptId,
    courseId,
    courseNum,
    courseName,
    courseCredit,
    examNature,
    finalName,
    scoreRemarkCode,
    passed,
  }: KnownAttempt,
  remarks: RemarkSettings,
): TranscriptLine {
  const { courseEnglishName, courseAttribute } = courseOf(courseId);
  const judged = standing.judged.get(attemptId);
  return {
    courseNum,
    courseName,
    courseEnglishName,
    courseAttribute,
    courseAttributeName: nameOf(courseAttribute, 'XTGL_KCSXDMJ'),
    courseCredit,
    examNature,
    finalName,
    scoreRemarkCode,
    ...(remarks.get(scoreRemarkCode)?.showName === false ? { remarkHidden: true as const } : {}),
    passed,
    counts: judged?.counts === true,
    point: judged?.point ?? null,
  };
}

/** A line as what it claims: a course that was renamed since is the same claim. */
const claimOf = ({
  courseNum,
  courseCredit,
  examNature,
  finalName,
  scoreRemarkCode,
  passed,
  counts,
  point,
}: TranscriptLine): string =>
  JSON.stringify([courseNum, courseCredit, examNature, finalName, scoreRemarkCode, passed, counts, point]);

/** SHA-256 of everything that a transcript claims about scores; names of people, units and courses are none of it. */
export function transcriptDigest({ student, semesters, extra, totals, rules }: TranscriptContent): string {
  return hash(
    'sha256',
    JSON.stringify([
      student.studentCode,
      semesters.map(({ semesterId, lines }) => [semesterId, lines.map(claimOf)]),
      extra.map(({ extraName, credit, valueName }) => [extraName, credit, valueName]),
      [totals.courseNum, totals.earnedCredit, totals.failedNum, totals.gpa, totals.weightedAverage],
      rules.gpaRule,
      rules.effectiveRule,
    ]),
  );
}

/** In how many courses two transcripts of a student differ. */
export function changedCourses(printed: TranscriptContent, now: TranscriptContent): number {
  const claims = (content: TranscriptContent): ReadonlyMap<string, string> =>
    new Map(
      [
        ...Map.groupBy(
          content.semesters.flatMap(({ semesterId, lines }) =>
            lines.map((line) => ({ courseNum: line.courseNum, claim: `${semesterId} ${claimOf(line)}` })),
          ),
          ({ courseNum }) => courseNum,
        ),
      ].map(([courseNum, list]) => [
        courseNum,
        list
          .map(({ claim }) => claim)
          .toSorted()
          .join('\n'),
      ]),
    );
  const [before, after] = [claims(printed), claims(now)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (courseNum) => before.get(courseNum) !== after.get(courseNum),
  ).length;
}
