import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { pathOfNode } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import type { SchemaPreview } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { useDictionaryWords } from '../../../lib/dictionary.ts';
import classes from './schema.module.css';

/** 教学进程: the courses of a scheme, term by term (SCHEME-22). */
export function SchemaTerms({ preview: { rows, frame } }: { preview: SchemaPreview }) {
  const options = useDictionaryWords('XTGL_KCSXDMJ');
  const exams = useDictionaryWords('XTGL_KSXS');
  const nameOf = (list: readonly { dm: string; mc: string }[], code: string) =>
    list.find(({ dm }) => dm === code)?.mc ?? code;
  return (
    <table className={classes['sheet']}>
      <thead>
        <tr>
          <th>学期</th>
          <th>课程编号</th>
          <th>课程名称</th>
          <th>课程分类</th>
          <th>属性</th>
          <th data-number>学分</th>
          <th data-number>总学时</th>
          <th>考核</th>
          <th>开课单位</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.schemaCourseID}>
            <td>{rows[index - 1]?.term === row.term ? '' : `第${String(row.term)}学期`}</td>
            <td>{row.courseBusinessCode}</td>
            <td data-long>{`${row.courseName}${row.directionName ? `（${row.directionName}）` : ''}`}</td>
            <td data-long>{pathOfNode(frame.nodes, row.classifyId).at(-1)?.name ?? NOTHING}</td>
            <td>{nameOf(options, row.courseAttribute)}</td>
            <td data-number>{row.credit}</td>
            <td data-number>{row.totalHour}</td>
            <td>{nameOf(exams, row.examMethod)}</td>
            <td data-long>{row.openDepartmentName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
