import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { isElective } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { memo, type KeyboardEvent } from 'react';
import classes from './schema.module.css';

export type CardActions = {
  choose: (id: string, more: boolean) => void;
  edit: (id: string) => void;
  press: (event: KeyboardEvent<HTMLElement>, id: string) => void;
};

type SchemaCardProps = {
  course: SchemaCourse;
  chosen: boolean;
  /** One that has to be passed before or after the one that is looked at. */
  linked: 'before' | 'after' | undefined;
  level: 'E' | 'W' | undefined;
  waiting: boolean;
  movable: boolean;
  /** Who wrote it last, and when. */
  mark: string;
  actions: CardActions;
};

const levelWords = { E: '，有错误', W: '，有提醒' } as const;

/** A course in its term: dragged by pointer, moved by Alt and arrow keys, opened by Enter or a double click. */
export const SchemaCard = memo(function SchemaCard({
  course,
  chosen,
  linked,
  level,
  waiting,
  movable,
  mark,
  actions,
}: SchemaCardProps) {
  const { schemaCourseID: id, courseName, credit, totalHour, isCore, isDegreeCourse, directionName } = course;
  const signs = [
    isElective(course) ? '选' : '',
    isCore === yesNo.yes ? '核' : '',
    isDegreeCourse === yesNo.yes ? '学位' : '',
    directionName,
  ].filter((text) => text !== '');
  return (
    <button
      type="button"
      id={`course-${id}`}
      className={classes['card']}
      data-chosen={chosen || undefined}
      data-linked={linked}
      data-level={level}
      data-waiting={waiting || undefined}
      data-elective={isElective(course) || undefined}
      aria-pressed={chosen}
      aria-label={
        `${courseName}，第${String(course.term)}学期，${hoursText(credit)}学分，${hoursText(totalHour)}学时` +
        [...(signs.length > 0 ? [`，${signs.join('、')}`] : []), ...(level ? [levelWords[level]] : [])].join('')
      }
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown Enter Delete"
      title={`${courseName}（${course.courseBusinessCode}）\n${course.openDepartmentName}\n${mark}`}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        if (!chosen) actions.choose(id, false);
      }}
      onClick={(event) => {
        actions.choose(id, event.ctrlKey || event.metaKey || event.shiftKey);
      }}
      onDoubleClick={() => {
        actions.edit(id);
      }}
      onKeyDown={(event) => {
        actions.press(event, id);
      }}
    >
      <span className={classes['cardName']}>{courseName}</span>
      <span className={classes['cardFigures']}>
        <b>{hoursText(credit)}</b>
        <span>{hoursText(totalHour)}时</span>
        {signs.map((sign) => (
          <em key={sign}>{sign}</em>
        ))}
      </span>
    </button>
  );
});
