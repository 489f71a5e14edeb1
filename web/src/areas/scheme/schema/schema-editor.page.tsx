import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { schemaBasics, schemaCourses } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { creditTotals } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import type { FindingPlace } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { Alert } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.ts';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure, Headline, Page } from '../../../ui/page.tsx';
import { CourseAddDialog } from './course-add.dialog.tsx';
import { CourseEditDialog } from './course-edit.dialog.tsx';
import { SchemaBoard } from './schema-board.tsx';
import { boardLines, boardTerms, movedBy, nextCard, type Direction } from './schema-board.model.ts';
import { SchemaConflictDialog } from './schema-conflict.dialog.tsx';
import { Findings } from './schema-findings.tsx';
import { SchemaToolbar } from './schema-toolbar.tsx';
import { useSchemaEditor, type Basics, type Opened, type SchemaEditor } from './use-schema-editor.ts';
import classes from './schema.module.css';

/** 专业方案制定: where a department writes a scheme (SCHEME-18…24). */
export function SchemaEditorPage() {
  const { majorSchemaKey = '' } = usePageParams<'majorSchemaKey'>();
  const basics = useOperation(schemaBasics, { majorSchemaKey });
  const courses = useOperation(schemaCourses, { majorSchemaKey });
  const name = basics.data?.schemaName;
  return (
    <Page title={name === undefined ? '专业方案' : `方案：${name}`}>
      <QueryFaces query={basics} rows={10}>
        {(shown) => (
          <QueryFaces query={courses} rows={10}>
            {(opened) => <Editor key={majorSchemaKey} basics={shown} opened={opened} />}
          </QueryFaces>
        )}
      </QueryFaces>
    </Page>
  );
}

function Editor({ basics, opened }: { basics: Basics; opened: Opened }) {
  const editor = useSchemaEditor(basics.majorSchemaKey, opened);
  const mayWrite = useMay('majorSchemaCustomize:courseUpdate') && basics.editable;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState<{ term: number; classifyId: string } | null>(null);
  const [showFindings, setShowFindings] = useState(window.innerWidth >= 1600);
  const lines = useMemo(() => boardLines(editor.courses, editor.frame), [editor.courses, editor.frame]);
  const terms = useMemo(() => boardTerms(editor.courses, editor.frame), [editor.courses, editor.frame]);
  const act = useBoardActs({ editor, lines, terms, chosen, setChosen, setEditing, mayWrite });
  const edited = editing === null ? undefined : editor.shown.get(editing);
  return (
    <>
      <Sums
        editor={editor}
        onFindings={() => {
          setShowFindings(!showFindings);
        }}
      />
      {mayWrite && basics.opinion !== '' && (
        <Alert color="orange" icon={<IconMessage size={16} />}>
          {`上次审批的意见：${basics.opinion}`}
        </Alert>
      )}
      <Card flush grow>
        <SchemaToolbar
          basics={basics}
          editor={editor}
          chosen={chosen}
          mayWrite={mayWrite}
          onAdd={() => {
            setAdding({ term: 1, classifyId: '' });
          }}
          onEdit={() => {
            setEditing([...chosen][0] ?? null);
          }}
          onRemove={act.remove}
        />
        <div className={classes['work']}>
          <SchemaBoard
            courses={editor.courses}
            frame={editor.frame}
            lines={lines}
            terms={terms}
            findings={editor.findings}
            chosen={chosen}
            waiting={editor.waiting}
            marks={editor.marks}
            movable={mayWrite}
            actions={act.card}
            onDrop={act.drop}
            onAdd={
              mayWrite
                ? (term, classifyId) => {
                    setAdding({ term, classifyId });
                  }
                : null
            }
          />
          {showFindings && (
            <Findings
              findings={editor.findings}
              onGo={(where) => {
                goTo(where);
                if (where.schemaCourseID !== undefined) setChosen(new Set([where.schemaCourseID]));
              }}
              onClose={() => {
                setShowFindings(false);
              }}
            />
          )}
        </div>
      </Card>
      {edited && (
        <CourseEditDialog
          key={edited.schemaCourseID}
          course={edited}
          frame={editor.frame}
          directions={editor.directions}
          courses={editor.courses}
          readOnly={!mayWrite}
          onClose={() => {
            setEditing(null);
          }}
          onSave={(course) => {
            setEditing(null);
            editor.change('edit', `修改“${course.courseName}”`, [
              { schemaCourseID: course.schemaCourseID, after: course },
            ]);
          }}
        />
      )}
      {adding && (
        <CourseAddDialog
          frame={editor.frame}
          start={adding}
          courses={editor.courses}
          onClose={() => {
            setAdding(null);
          }}
          onAdd={(courses) => {
            setAdding(null);
            editor.change(
              'insert',
              `添加 ${String(courses.length)} 门课程`,
              courses.map((course) => ({ schemaCourseID: course.schemaCourseID, after: course })),
            );
            setChosen(new Set(courses.map(({ schemaCourseID }) => schemaCourseID)));
          }}
        />
      )}
      {editor.conflict && (
        <SchemaConflictDialog
          key={editor.conflict.batchId}
          conflict={editor.conflict}
          mine={editor.shown}
          onResolve={editor.resolve}
        />
      )}
    </>
  );
}

/** Scrolls to where a finding lies, and puts the focus there. */
function goTo({ schemaCourseID, nodeId, term }: FindingPlace) {
  const id =
    schemaCourseID === undefined
      ? nodeId === undefined
        ? `term-${String(term)}`
        : `node-${nodeId}`
      : `course-${schemaCourseID}`;
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'smooth' });
  if (schemaCourseID !== undefined) place?.focus({ preventScroll: true });
}

interface BoardActs {
  editor: SchemaEditor;
  lines: ReturnType<typeof boardLines>;
  terms: readonly number[];
  chosen: ReadonlySet<string>;
  setChosen: (ids: ReadonlySet<string>) => void;
  setEditing: (id: string) => void;
  mayWrite: boolean;
}

const arrows: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

function useBoardActs({ editor, lines, terms, chosen, setChosen, setEditing, mayWrite }: BoardActs) {
  const chosenCourses = () => [...chosen].flatMap((id) => editor.shown.get(id) ?? []);
  const namesOf = (courses: readonly SchemaCourse[]): string =>
    courses.length === 1 ? `“${courses[0]?.courseName ?? ''}”` : `${String(courses.length)} 门课程`;
  const move = (courses: readonly (readonly [SchemaCourse, SchemaCourse | null])[]) => {
    const moved = courses.flatMap(([, after]) => after ?? []);
    if (moved.length === 0) return;
    editor.change(
      'move',
      `移动${namesOf(moved)}`,
      moved.map((after) => ({ schemaCourseID: after.schemaCourseID, after })),
    );
  };
  const remove = async () => {
    const courses = chosenCourses();
    if (courses.length === 0 || !mayWrite) return;
    const message = `将从方案中删除${namesOf(courses)}，可以撤销。`;
    if (!(await confirm({ message, confirmText: '删除', danger: true }))) return;
    editor.change(
      'remove',
      `删除${namesOf(courses)}`,
      courses.map(({ schemaCourseID }) => ({ schemaCourseID, after: null })),
    );
    setChosen(new Set());
  };
  const press = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (arrows.includes(event.key)) {
      event.preventDefault();
      const direction = event.key as Direction;
      if (event.altKey && mayWrite) {
        const courses = chosen.has(id) ? chosenCourses() : [editor.shown.get(id)].flatMap((course) => course ?? []);
        move(courses.map((course) => [course, movedBy(course, direction, lines, terms)] as const));
        requestAnimationFrame(() => document.getElementById(`course-${id}`)?.focus());
      } else if (!event.altKey) {
        const next = nextCard(id, direction, lines);
        if (next !== null) {
          setChosen(new Set([next]));
          document.getElementById(`course-${next}`)?.focus();
        }
      }
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEditing(id);
    } else if (event.key === 'Delete') void remove();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      editor.step(event.shiftKey ? 'redo' : 'undo');
    }
  };
  return {
    remove: () => void remove(),
    drop(term: number, classifyId: string) {
      move(chosenCourses().map((course) => [course, { ...course, term, classifyId }] as const));
    },
    card: {
      choose(id: string, more: boolean) {
        if (!more) setChosen(new Set([id]));
        else setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
      },
      edit: setEditing,
      press,
    },
  };
}

function Sums({ editor, onFindings }: { editor: SchemaEditor; onFindings: () => void }) {
  const totals = useMemo(() => creditTotals(editor.courses, editor.frame), [editor.courses, editor.frame]);
  const [wanted] = editor.frame.requirements;
  const against = (has: number, wants: number | null | undefined) => ({
    value: `${hoursText(has)}${wants === null || wants === undefined ? '' : ` / ${hoursText(wants)}`}`,
    ...(wants === null || wants === undefined || has === wants ? {} : { tone: 'red' as const }),
  });
  const errors = editor.findings.filter(({ level }) => level === 'E').length;
  const warnings = editor.findings.length - errors;
  return (
    <Headline
      actions={
        <button
          type="button"
          className={classes['findingsButton']}
          data-level={errors > 0 ? 'E' : warnings > 0 ? 'W' : undefined}
          onClick={onFindings}
        >
          {errors + warnings === 0 ? '检查通过' : `${String(errors)} 处错误，${String(warnings)} 处提醒`}
        </button>
      }
    >
      <Figure {...against(totals.total, wanted?.totalCredit)} label="总学分 / 要求" lead />
      <Figure {...against(totals.required, wanted?.requiredCredit)} label="必修学分" />
      <Figure {...against(totals.elective, wanted?.electiveCredit)} label="选修学分" />
      <Figure value={hoursText(totals.offered)} label="可选学分" />
      <Figure
        value={totals.total === 0 ? '0%' : `${((totals.practice * 100) / totals.total).toFixed(1)}%`}
        label={`实践占比（应≥${String(editor.frame.practicePercent)}%）`}
      />
      <Figure value={String(editor.courses.length)} label="课程门数" />
    </Headline>
  );
}
