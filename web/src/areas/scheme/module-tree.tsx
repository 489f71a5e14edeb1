import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { ModuleRow } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { MODULE_LEVELS } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { dropTarget, stepped, type Step } from './module-tree.model.ts';
import classes from './scheme.module.css';

/** What the menu of a module does. */
export type ModuleAction = Step | 'rename' | 'add' | 'remove';

export type ModuleTreeProps = {
  modules: readonly ModuleRow[];
  current: string;
  /** It may be arranged. */
  editable: boolean;
  busy: boolean;
  onChoose: (moduleId: string) => void;
  onAct: (module: ModuleRow, action: ModuleAction) => void;
};

const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};
const steps: readonly (readonly [Step, string])[] = [
  ['up', '上移'],
  ['down', '下移'],
  ['out', '升一级'],
  ['in', '降一级'],
];

/** Modules of a version: dragged to their places, or moved by Alt and an arrow, or by the menu of each (SCHEME-09). */
export function ModuleTree(props: ModuleTreeProps) {
  return (
    <ul className={classes['tree']} role="tree" aria-label="课程模块">
      {props.modules.map((module) => (
        <ModuleNode key={module.moduleId} module={module} {...props} />
      ))}
      <Gap id={dropTarget.end} />
    </ul>
  );
}

function Gap({ id }: { id: string }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return <li ref={setNodeRef} className={classes['gap']} data-over={isOver || undefined} role="none" />;
}

/** An arrow goes to the module above or below, as in any tree. */
function toNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const all = [...(event.currentTarget.closest('[role="tree"]')?.querySelectorAll<HTMLElement>('[data-module]') ?? [])];
  const at = all.indexOf(event.currentTarget);
  all[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

function ModuleNode({
  module,
  modules,
  current,
  editable,
  busy,
  onChoose,
  onAct,
}: ModuleTreeProps & { module: ModuleRow }) {
  const { moduleId, moduleName, level, classifies } = module;
  const target = useDroppable({ id: dropTarget.inside(moduleId) });
  const drag = useDraggable({ id: `module:${moduleId}`, disabled: !editable || busy });
  return (
    <>
      <Gap id={dropTarget.before(moduleId)} />
      <li
        ref={target.setNodeRef}
        className={classes['node']}
        style={{ paddingLeft: 4 + (level - 1) * 20 }}
        role="treeitem"
        aria-level={level}
        aria-selected={moduleId === current}
        data-current={moduleId === current || undefined}
        data-over={target.isOver || undefined}
        data-dragging={drag.isDragging || undefined}
      >
        {editable && (
          <span
            ref={drag.setNodeRef}
            className={classes['grip']}
            {...drag.listeners}
            aria-hidden
            title="拖动到其他模块之间或之中"
          >
            <IconGripVertical size={14} />
          </span>
        )}
        <UnstyledButton
          className={`jw-ellipsis ${classes['name'] ?? ''}`}
          data-module
          title={editable ? `${moduleName}（Alt+方向键移动）` : moduleName}
          onClick={() => {
            onChoose(moduleId);
          }}
          onKeyDown={(event) => {
            const step = stepOfKey[event.key];
            if (step === undefined) return;
            event.preventDefault();
            if (!event.altKey) toNeighbour(event);
            else if (editable && !busy && stepped(modules, moduleId, step) !== null) onAct(module, step);
          }}
        >
          {moduleName}
        </UnstyledButton>
        <span className={classes['count']}>{classifies.length > 0 && `${String(classifies.length)} 类`}</span>
        {editable && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                disabled={busy}
                aria-label={`${moduleName}：更多操作`}
              >
                <IconDots size={14} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                disabled={level >= MODULE_LEVELS}
                onClick={() => {
                  onAct(module, 'add');
                }}
              >
                新增下级模块
              </Menu.Item>
              <Menu.Item
                onClick={() => {
                  onAct(module, 'rename');
                }}
              >
                修改
              </Menu.Item>
              <Menu.Divider />
              {steps.map(([step, label]) => (
                <Menu.Item
                  key={step}
                  disabled={stepped(modules, moduleId, step) === null}
                  onClick={() => {
                    onAct(module, step);
                  }}
                >
                  {label}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item
                color="red"
                onClick={() => {
                  onAct(module, 'remove');
                }}
              >
                删除
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </li>
    </>
  );
}
