import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKindOf, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { GRADE_HIERARCHY, PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useOperation } from '../../lib/queries.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { ProgressEffect } from './progress-effect.tsx';
import classes from './recognition.module.css';

type Group = OutputOf<(typeof recognitionOperationsOf)['system']['detail']>['relateList'][number];
type Outside = Group['outSideList'][number];
type Inside = Group['inSideList'][number];
type Column<Line> = {
  title: string;
  text: (line: Line) => string;
  align?: 'left' | 'value';
  /** Left out while no line has it. */
  optional?: true;
  /** What it is decided on: seen where there is little room, too. */
  main?: true;
};

/**
 * In-system scores have a course number of this system, others the outside course code (RECOGNITION-09); off-campus
 * ones a school and a source (RECOGNITION-11).
 */
const outsideColumnsOf = (kind: RecognitionKind): readonly Column<Outside>[] => [
  ...(kind === 'outSchool'
    ? [{ title: '校外学校', text: (line: Outside) => line.outSchoolName, align: 'left' as const, main: true as const }]
    : []),
  { title: '学期', text: (line) => line.outSemesterId, optional: true },
  { title: '课程性质', text: (line) => line.outCourseNatureName, optional: true },
  { title: '课程属性', text: (line) => line.outCourseAttributeName, optional: true },
  kind === 'system'
    ? { title: '课程编号', text: (line) => line.courseNum }
    : { title: '校外课程编号', text: (line) => line.outCourseCode, optional: true },
  { title: '课程名称', text: (line) => line.outCourseName, align: 'left', main: true },
  { title: '学分', text: (line) => line.outCourseCredit, main: true },
  { title: '学时', text: (line) => line.outCoursePeriod, optional: true },
  ...(kind === 'outSchool'
    ? [{ title: '成绩来源', text: (line: Outside) => line.outSchoolScoreTypeName, main: true as const }]
    : []),
  { title: '原成绩', text: (line) => line.outScoreCognizanceFinalValue, align: 'value', main: true },
];
/** First what is recognised, and as what: it is seen beside the outside score on a narrow window too. */
const allInsideColumns: readonly Column<Inside>[] = [
  { title: '课程编号', text: (line) => line.courseNum },
  { title: '课程名称', text: (line) => line.courseName, align: 'left', main: true },
  { title: '学分', text: (line) => line.courseCredit, main: true },
  { title: '认定成绩', text: recognisedText, align: 'value', main: true },
  { title: '学期', text: (line) => line.semesterId },
  { title: '课程性质', text: (line) => line.courseNatureName },
  { title: '课程属性', text: (line) => line.courseAttributeName },
  { title: '学时', text: (line) => line.coursePeriod },
  { title: '等级制', text: (line) => line.scoreHierarchyName },
];

/** What a recognition is decided on, inside the details of its application: which scores count as which courses. */
export function RecognitionOf({ applyId, processNo }: { applyId: string; processNo: string }) {
  const kind = recognitionKindOf(processNo) ?? 'system';
  const query = useOperation(recognitionOperationsOf[kind].detail, { id: applyId }, { keepPrevious: false });
  return (
    <QueryFaces query={query}>
      {({ relateList, courseCredit, scoreCognizanceApplyRemark: remark, progress }) => (
        <>
          <Card
            flush
            title="认定明细"
            note={
              `共 ${String(relateList.length)} 组，认定 ${courseCredit || '0.0'} 学分` + (remark && `；备注：${remark}`)
            }
          >
            <RecognitionTable kind={kind} groups={relateList} compact />
          </Card>
          {progress && <ProgressEffect effect={progress} />}
        </>
      )}
    </QueryFaces>
  );
}

/**
 * Two groups of columns: the outside scores, and the in-plan courses that they are recognised as (RECOGNITION-05, 15,
 * 16). `compact`: only what it is decided on, so that both are seen beside one another in a dialog.
 */
export function RecognitionTable({
  kind,
  groups,
  compact = false,
}: {
  kind: RecognitionKind;
  groups: readonly Group[];
  compact?: boolean;
}) {
  const shown = <Line,>(columns: readonly Column<Line>[]) => columns.filter(({ main }) => !compact || main);
  const inside = shown(allInsideColumns);
  const outside = shown(outsideColumnsOf(kind)).filter(
    (column) =>
      column.optional === undefined ||
      groups.some((group) => group.outSideList.some((line) => column.text(line) !== '')),
  );
  return (
    // It scrolls sideways, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="认定明细">
      <table className={classes['table']} data-compact={compact || undefined} aria-label="认定明细">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              组
            </th>
            <th colSpan={outside.length} scope="colgroup">
              原成绩
            </th>
            <th colSpan={inside.length} scope="colgroup" className={classes['divider']}>
              认定为计划内课程
            </th>
          </tr>
          <tr>
            {outside.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {inside.map(({ title }, index) => (
              <th key={`in-${title}`} scope="col" className={index === 0 ? classes['divider'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group, index) => (
          <GroupRows key={index} group={group} number={index + 1} outside={outside} inside={inside} />
        ))}
      </table>
    </div>
  );
}

/** Both sides of a group side by side; the shorter one leaves its cells empty. */
function GroupRows({
  group,
  number,
  outside,
  inside,
}: {
  group: Group;
  number: number;
  outside: readonly Column<Outside>[];
  inside: readonly Column<Inside>[];
}) {
  const count = Math.max(group.outSideList.length, group.inSideList.length);
  return (
    <tbody>
      {Array.from({ length: count }, (_, at) => {
        const out = group.outSideList[at];
        const inn = group.inSideList[at];
        return (
          <tr key={at}>
            {at === 0 && <td rowSpan={count}>{number}</td>}
            {outside.map(({ title, text, align }) => (
              <td key={title} className={classes[align ?? '']}>
                {out && text(out)}
              </td>
            ))}
            {inside.map(({ title, text, align }, index) => (
              <td
                key={`in-${title}`}
                className={[index === 0 && classes['divider'], align && classes[align]].filter(Boolean).join(' ')}
              >
                {inn && text(inn)}
              </td>
            ))}
          </tr>
        );
      })}
      {group.creditShortReason !== '' && (
        <tr>
          <td className={classes['left']} colSpan={outside.length + inside.length + 1}>
            学分不足说明：{group.creditShortReason}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The number, the grade's name, or both for 五级制 (SCORE-RULES-06…09). */
function recognisedText({ scoreHierarchyCode, scoreValueStr, scoreCognizanceFinalValue }: Inside): string {
  if (scoreHierarchyCode === PERCENTAGE_HIERARCHY || scoreValueStr === '') return scoreCognizanceFinalValue;
  return scoreHierarchyCode === GRADE_HIERARCHY ? `${scoreValueStr}(${scoreCognizanceFinalValue})` : scoreValueStr;
}
