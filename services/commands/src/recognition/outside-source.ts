import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';

type OutsideScore = Pick<
  RecognitionRequest['relateList'][number]['outSideList'][number],
  'attemptId' | 'outSchoolName' | 'outCourseCode' | 'outCourseName' | 'outSemesterId'
>;

const SEPARATOR = '|';

/**
 * What an outside score is known by, so that it counts once: an attempt of this system by its id, a score that people
 * typed by school, code, name and semester, however they wrote them.
 */
export function sourceKeyOf(score: OutsideScore): string {
  const { attemptId, outSchoolName, outCourseCode, outCourseName, outSemesterId } = score;
  if (attemptId !== undefined) return attemptId;
  return [
    outSchoolName === undefined ? 'outside' : 'outSchool',
    outSchoolName ?? '',
    outCourseCode,
    outCourseName,
    outSemesterId,
  ]
    .map(plain)
    .join(SEPARATOR);
}

/**
 * Whether two keys are of one score: of the same school, with the same code or name, in the same semester. One that
 * says no semester is of any.
 */
export function isSameSource(one: string, other: string): boolean {
  const [kind, school, code, name, semester] = one.split(SEPARATOR);
  const [otherKind, otherSchool, otherCode, otherName, otherSemester] = other.split(SEPARATOR);
  if (semester === undefined || otherSemester === undefined) return one === other;
  return (
    kind === otherKind &&
    school === otherSchool &&
    (name === otherName || (code !== '' && code === otherCode)) &&
    (semester === otherSemester || semester === '' || otherSemester === '')
  );
}

/** Of which field of a line the score is told: where it was chosen, or its name. */
export const sourceField = ({ attemptId }: OutsideScore, line: string): string =>
  `${line}.${attemptId === undefined ? 'outCourseName' : 'attemptId'}`;

/** Full-width letters and figures, case, spaces and separators make no other score. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s|]/g, '');
