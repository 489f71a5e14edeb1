import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { differenceNames } from '@jwxt/contracts/scheme/schema/schema-difference.ts';
import type { SchemaCourseShown } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { pathOfNode, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { schemaPreview, type SchemaPreview } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import {
  schemaCourseLabels,
  schemaDictionaries,
  specialTypeNames,
} from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useDictionaryWords } from '../../../lib/dictionary.ts';
import { useOperation } from '../../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { SchemaTerms } from './schema-terms.tsx';
import classes from './schema.module.css';

const tones = { added: 'green', removed: 'red', moved: 'blue', changed: 'blue' } as const satisfies Record<
  keyof typeof differenceNames,
  Tone
>;

/**
 * What is decided with a scheme, inside the details of its application: what is different from the former one, or, of
 * the first one, its courses.
 */
export function SchemaDifferencesOf({ applyId }: { applyId: string }) {
  const query = useOperation(schemaPreview, { majorSchemaKey: applyId, compare: 'former' }, { keepPrevious: false });
  return (
    <QueryFaces query={query}>
      {(preview) => (
        <Card
          flush
          {...(preview.compared
            ? {
                title: `${labelOf(preview)}（${String(preview.differences.length)} 处）`,
                note: `与${preview.compared.name}相比`,
              }
            : { title: `${labelOf(preview)}（${String(preview.rows.length)} 门）`, note: '没有可比较的方案' })}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={classes['inDetails']} tabIndex={0} role="region" aria-label={labelOf(preview)}>
            {preview.compared ? <Differences preview={preview} /> : <SchemaTerms preview={preview} />}
          </div>
        </Card>
      )}
    </QueryFaces>
  );
}

const labelOf = ({ compared }: SchemaPreview): string => (compared ? '课程变化' : '教学进程');

/** Course by course what is different from the scheme that it is compared with. */
export function Differences({ preview: { differences, compared, frame } }: { preview: SchemaPreview }) {
  const words = useFieldWords(frame);
  if (!compared) return <EmptyState reason="没有可比较的方案" />;
  if (differences.length === 0) return <EmptyState reason={`与${compared.name}相比没有变化`} />;
  return (
    <table className={classes['differences']}>
      <thead>
        <tr>
          <th>变化</th>
          <th>课程</th>
          <th>内容</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ kind, before, after, fields }) => {
          const course = after ?? before;
          if (!course) return null;
          return (
            <tr key={`${kind}-${course.schemaCourseID}`}>
              <td>
                <StatusTag tone={tones[kind]}>{differenceNames[kind]}</StatusTag>
              </td>
              <td>{`${course.courseName}（${course.courseBusinessCode}）`}</td>
              <td>
                {before && after
                  ? fields.map((name) => (
                      <div key={name}>
                        {`${(schemaCourseLabels as Record<string, string>)[name] ?? name}：`}
                        <del>{words(name, before)}</del>
                        {' → '}
                        <ins>{words(name, after)}</ins>
                      </div>
                    ))
                  : `第${String(course.term)}学期，${words('classifyId', course)}，` +
                    `${course.credit}学分，${course.totalHour}学时`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A field of a course in words. */
function useFieldWords(frame: SchemaFrame) {
  const dictionaries = {
    courseAttribute: useDictionaryWords(schemaDictionaries.courseAttribute),
    courseNature: useDictionaryWords(schemaDictionaries.courseNature),
    examMethod: useDictionaryWords(schemaDictionaries.examMethod),
    examWay: useDictionaryWords(schemaDictionaries.examWay),
    hourType: useDictionaryWords(schemaDictionaries.hourType),
  };
  const named = (name: keyof typeof dictionaries, code: string) =>
    dictionaries[name].find(({ dm }) => dm === code)?.mc ?? (code || NOTHING);
  return (name: string, course: SchemaCourseShown): string => {
    switch (name) {
      case 'term':
        return `第${String(course.term)}学期`;
      case 'classifyId':
        return pathOfNode(frame.nodes, course.classifyId).at(-1)?.name ?? '其他版本的分类';
      case 'hours':
        return course.hours.map(({ xsbh, xs }) => `${named('hourType', xsbh)}${xs}`).join('、') || NOTHING;
      case 'courseAttribute':
      case 'courseNature':
      case 'examMethod':
      case 'examWay':
        return named(name, course[name]);
      case 'specialType':
        return specialTypeNames[course.specialType];
      case 'isDegreeCourse':
      case 'isCore':
        return course[name] === yesNo.yes ? '是' : '否';
      case 'directionId':
        return course.directionName || '不分方向';
      case 'courseGroupId':
        return course.courseGroupName || NOTHING;
      case 'prerequisites':
        return `${String(course.prerequisites.length)} 门`;
      default: {
        const value = course[name as 'credit' | 'totalHour' | 'weekHours' | 'startEndWeek' | 'courseName'];
        return value === null || value === '' ? NOTHING : value;
      }
    }
  };
}
