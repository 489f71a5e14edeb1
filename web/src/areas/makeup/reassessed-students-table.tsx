import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { reassessmentCalls } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { EmptyState } from '../../ui/faces.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './makeup.module.css';

type Calls = (typeof reassessmentCalls)['retakeApproval'];
type Student = OutputOf<Calls['students']>['list'][number];
type Item = OutputOf<Calls['scoreItems']>['list'][number];

/** Whoever has no mouse scrolls the table once it has the focus. */
const scrolledByKeys = { tabIndex: 0, role: 'region', 'aria-label': '学生成绩列表' } as const;

/**
 * The students with the items of the exam, what they came to and why, and the score that is made up for (MAKEUP-06, 08,
 * 12, 13). Who is listed because of a score that is another now is marked; `onSettle` decides about one (absent: the
 * viewer may not).
 */
export function ReassessedStudentsTable({
  students,
  items,
  makeup,
  onSettle,
}: {
  students: readonly Student[];
  items: readonly Item[];
  makeup: boolean;
  onSettle?: ((student: Student) => void) | undefined;
}) {
  if (students.length === 0) return <EmptyState reason="名单中没有学生" />;
  return (
    <div className={classes['scroll']} {...scrolledByKeys}>
      <table className={classes['table']} aria-label="学生成绩">
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">学号</th>
            <th scope="col">姓名</th>
            {makeup ? (
              <>
                <th scope="col">考试类型</th>
                <th scope="col">原成绩</th>
              </>
            ) : (
              <th scope="col">名单来源</th>
            )}
            {items.map((item) => (
              <th key={item.dataKey} scope="col">
                {item.scoreSubItemName}{' '}
                <small>
                  {item.scoreSubItemProportion}%{item.enable === 'true' ? '' : '（原成绩）'}
                </small>
              </th>
            ))}
            <th scope="col">备注</th>
            <th scope="col">最终成绩</th>
            <th scope="col" className={classes['left']}>
              说明
            </th>
            {makeup && <th scope="col">原备注</th>}
            <th scope="col">学生类型</th>
            <th scope="col" className={classes['left']}>
              行政班
            </th>
            <th scope="col" className={classes['left']}>
              年级专业
            </th>
          </tr>
        </thead>
        <tbody>
          {students.map((student, index) => (
            <tr key={student.studentCode} data-failing={(student.complete && !student.passed) || undefined}>
              <td>{index + 1}</td>
              <td>{student.studentNumber}</td>
              <td>{student.studentName}</td>
              {makeup ? (
                <>
                  <td>{student.makeupTypeName}</td>
                  <td>{student.originFinalValue}</td>
                </>
              ) : (
                <td>{student.isReExamStudentName}</td>
              )}
              {items.map((item) => (
                <td key={item.dataKey} className={item.enable === 'true' ? undefined : classes['fixed']}>
                  {student.items[item.dataKey] ?? NO_SCORE}
                </td>
              ))}
              <td>{student.scoreRemarkName}</td>
              <td className={classes['final']}>{student.studentScoreFinalValue}</td>
              <td className={classes['left']}>
                <Explanation student={student} onSettle={onSettle} />
              </td>
              {makeup && <td>{student.originRemarkName}</td>}
              <td>{student.studentTypeName}</td>
              <td className={classes['left']}>{student.administrativeClassName}</td>
              <td className={classes['left']}>{student.gradeMajorName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Explanation({ student, onSettle }: { student: Student; onSettle: ((student: Student) => void) | undefined }) {
  const { originNote: note, studentScoreFinalValueRemark: why } = student;
  if (note === null) return <>{why}</>;
  return (
    <span className={classes['note']}>
      {why !== '' && <span>{why}</span>}
      {note.open ? <StatusTag tone="red">原成绩已变动</StatusTag> : <StatusTag tone="grey">原成绩已变动</StatusTag>}
      <span>{note.text}</span>
      {note.open && onSettle && (
        <button
          type="button"
          className={classes['act']}
          onClick={() => {
            onSettle(student);
          }}
          aria-label={`处理 ${student.studentName} 的原成绩变动`}
        >
          处理
        </button>
      )}
    </span>
  );
}
