import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { isRequired, termSums } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import type { Finding } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { LOST, type BoardLine } from './schema-board.model.ts';
import { SchemaCard, type CardActions } from './schema-card.tsx';
import { PrerequisiteLines } from './schema-lines.tsx';
import type { ServerRow } from './schema-edits.model.ts';
import classes from './schema.module.css';

/** Widths of the head of a line, and of a term at least. */
const HEAD_WIDTH = 176;
const TERM_WIDTH = 108;

type SchemaBoardProps = {
  courses: readonly SchemaCourse[];
  frame: SchemaFrame;
  lines: readonly BoardLine[];
  terms: readonly number[];
  findings: readonly Finding[];
  chosen: ReadonlySet<string>;
  waiting: ReadonlySet<string>;
  marks: ReadonlyMap<string, ServerRow>;
  movable: boolean;
  actions: CardActions;
  onDrop: (term: number, classifyId: string) => void;
  onAdd: ((term: number, classifyId: string) => void) | null;
};

/** Modules and classes down, terms across, courses as cards in between, with the sums of both. */
export function SchemaBoard(props: SchemaBoardProps) {
  const { courses, lines, terms, findings, chosen } = props;
  const board = useRef<HTMLDivElement>(null);
  const levels = useMemo(() => levelsOf(findings), [findings]);
  const links = useMemo(() => linksOf(courses, chosen), [courses, chosen]);
  return (
    <div className={classes['scroll']}>
      <div
        ref={board}
        className={classes['board']}
        role="table"
        aria-label="方案课程"
        style={{
          gridTemplateColumns: `${String(HEAD_WIDTH)}px repeat(${String(terms.length)}, minmax(0, 1fr))`,
          minWidth: HEAD_WIDTH + terms.length * TERM_WIDTH,
        }}
      >
        <TermHeads {...props} levels={levels} />
        {lines.map((line) => (
          <Line key={line.node.nodeId} {...props} line={line} levels={levels} links={links} />
        ))}
        <PrerequisiteLines board={board} links={links} chosen={chosen} />
      </div>
    </div>
  );
}

type Levels = ReadonlyMap<string, 'E' | 'W'>;
type Links = ReadonlyMap<string, 'before' | 'after'>;

/** The worst finding of each row, node and term. */
function levelsOf(findings: readonly Finding[]): Levels {
  const levels = new Map<string, 'E' | 'W'>();
  for (const { level, where } of findings.toReversed()) {
    const { schemaCourseID, nodeId, term } = where;
    const place = schemaCourseID ?? nodeId ?? (term === undefined ? null : `term-${String(term)}`);
    if (place !== null) levels.set(place, level);
  }
  return levels;
}

/** Courses that have to be passed before or after the one that is chosen alone. */
function linksOf(courses: readonly SchemaCourse[], chosen: ReadonlySet<string>): Links {
  const [id] = chosen;
  const own = chosen.size === 1 ? courses.find(({ schemaCourseID }) => schemaCourseID === id) : undefined;
  if (!own) return new Map();
  return new Map(
    courses.flatMap((course): [string, 'before' | 'after'][] => {
      if (own.prerequisites.includes(course.courseCode)) return [[course.schemaCourseID, 'before']];
      return course.prerequisites.includes(own.courseCode) ? [[course.schemaCourseID, 'after']] : [];
    }),
  );
}

function TermHeads({ courses, terms, levels }: SchemaBoardProps & { levels: Levels }) {
  const all = termSums(courses).terms;
  const required = termSums(courses.filter(isRequired)).terms;
  return (
    <div className={classes['row']} role="row">
      <div className={classes['corner']} role="columnheader">
        课程模块／学期
      </div>
      {terms.map((term) => {
        const sums = all.get(term);
        return (
          <div
            key={term}
            id={`term-${String(term)}`}
            className={classes['termHead']}
            role="columnheader"
            data-level={levels.get(`term-${String(term)}`)}
          >
            <strong>{`第${String(term)}学期`}</strong>
            <span title={`${String(sums?.courses ?? 0)} 门，${hoursText(sums?.hours ?? 0)} 学时`}>
              {`${hoursText(sums?.credit ?? 0)} 学分`}
              <small>{`必修 ${hoursText(required.get(term)?.credit ?? 0)}`}</small>
            </span>
          </div>
        );
      })}
    </div>
  );
}

type LineProps = SchemaBoardProps & { line: BoardLine; levels: Levels; links: Links };

function Line({ line, ...props }: LineProps) {
  const { node, sums, depth } = line;
  const lacking = node.minCredit === null ? null : sums.credit - node.minCredit;
  return (
    <div className={classes['row']} role="row">
      <div
        id={`node-${node.nodeId}`}
        className={classes['nodeHead']}
        role="rowheader"
        data-kind={node.kind}
        data-level={props.levels.get(node.nodeId)}
        style={{ paddingLeft: 8 + depth * 10 }}
      >
        <span className={classes['nodeName']} title={node.name}>
          {node.name}
        </span>
        <span className={classes['nodeSums']}>
          {`${hoursText(sums.credit)}${node.minCredit === null ? '' : ` / ${hoursText(node.minCredit)}`}`}
          {lacking !== null && lacking !== 0 && (
            <i
              data-tone={lacking < 0 ? 'red' : 'grey'}
            >{`${lacking > 0 ? '+' : '−'}${hoursText(Math.abs(lacking))}`}</i>
          )}
        </span>
      </div>
      {line.terms === null ? (
        <div
          className={classes['moduleFill']}
          role="cell"
          style={{ gridColumn: `span ${String(props.terms.length)}` }}
        />
      ) : (
        props.terms.map((term) => (
          <Cell key={term} {...props} term={term} classifyId={node.nodeId} className={node.name}>
            {(line.terms?.get(term) ?? []).map((course) => (
              <SchemaCard
                key={course.schemaCourseID}
                course={course}
                chosen={props.chosen.has(course.schemaCourseID)}
                linked={props.links.get(course.schemaCourseID)}
                level={props.levels.get(course.schemaCourseID)}
                waiting={props.waiting.has(course.schemaCourseID)}
                movable={props.movable}
                mark={markOf(props.marks.get(course.schemaCourseID))}
                actions={props.actions}
              />
            ))}
          </Cell>
        ))
      )}
    </div>
  );
}

const markOf = (row: ServerRow | undefined): string => (row ? `${row.byName} 修改` : '尚未保存');

type CellProps = Pick<SchemaBoardProps, 'movable' | 'onDrop' | 'onAdd'> & {
  term: number;
  classifyId: string;
  className: string;
  children: ReactNode;
};

function Cell({ term, classifyId, className, movable, onDrop, onAdd, children }: CellProps) {
  const [over, setOver] = useState(false);
  const takes = movable && classifyId !== LOST;
  return (
    // Cards are dropped here; by keyboard they move with Alt and the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={classes['cell']}
      role="cell"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        if (!over) setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (takes) onDrop(term, classifyId);
      }}
    >
      {children}
      {takes && onAdd && (
        <button
          type="button"
          className={classes['add']}
          aria-label={`在第${String(term)}学期的“${className}”添加课程`}
          tabIndex={-1}
          onClick={() => {
            onAdd(term, classifyId);
          }}
        >
          ＋
        </button>
      )}
    </div>
  );
}
