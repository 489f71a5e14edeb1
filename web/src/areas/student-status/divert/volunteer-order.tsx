import type { ShuntTarget } from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import classes from './volunteer-order.module.css';

interface VolunteerOrderProps {
  targets: readonly ShuntTarget[];
  /** Keys, best first. */
  choices: readonly string[];
  most: number;
  disabled: boolean;
  onChange: (choices: readonly string[]) => void;
}

/** The places of a batch in the order in which a student wants them: moved by hand, by keyboard, or by the arrows. */
export function VolunteerOrder({ targets, choices, most, disabled, onChange }: VolunteerOrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const byKey = new Map(targets.map((target) => [target.majorOrDirectionKey, target]));
  const nameOf = (key: string | number) => byKey.get(String(key))?.majorOrDirectionName ?? '已取消的专业';
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < choices.length) onChange(arrayMove([...choices], from, to));
  };
  const rest = targets.filter(({ majorOrDirectionKey }) => !choices.includes(majorOrDirectionKey));
  const told = (key: string | number) => `${nameOf(key)}，第${String(choices.indexOf(String(key)) + 1)}志愿`;
  return (
    <div className={classes['root']}>
      <section aria-label="我的志愿">
        <h3>
          我的志愿（{choices.length} / {most}）
        </h3>
        {choices.length === 0 && <p className={classes['none']}>还没有选择，未填报的按名额调剂</p>}
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{
            announcements: {
              onDragStart: ({ active }) => `已拿起${told(active.id)}`,
              onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}移到${told(over.id)}` : undefined),
              onDragEnd: ({ active }) => `已放下${nameOf(active.id)}`,
              onDragCancel: () => '已取消移动',
            },
            screenReaderInstructions: { draggable: '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消。' },
          }}
          onDragEnd={({ active, over }) => {
            if (over !== null) move(choices.indexOf(String(active.id)), choices.indexOf(String(over.id)));
          }}
        >
          <SortableContext items={[...choices]} strategy={verticalListSortingStrategy} disabled={disabled}>
            <ol className={classes['list']}>
              {choices.map((key, at) => (
                <Choice
                  key={key}
                  id={key}
                  at={at}
                  name={nameOf(key)}
                  note={quotaOf(byKey.get(key))}
                  last={at === choices.length - 1}
                  disabled={disabled}
                  onMove={(by) => {
                    move(at, at + by);
                  }}
                  onRemove={() => {
                    onChange(choices.filter((one) => one !== key));
                  }}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      </section>
      {rest.length > 0 && (
        <section aria-label="可选的专业或方向">
          <h3>可选的专业或方向</h3>
          <ul className={classes['list']}>
            {rest.map((target) => (
              <li key={target.majorOrDirectionKey} className={classes['line']}>
                <span className={classes['name']}>
                  {target.majorOrDirectionName}
                  <small>{quotaOf(target)}</small>
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={disabled || choices.length >= most}
                  aria-label={`选择${target.majorOrDirectionName}`}
                  onClick={() => {
                    onChange([...choices, target.majorOrDirectionKey]);
                  }}
                >
                  选择
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const quotaOf = (target: ShuntTarget | undefined): string =>
  target === undefined
    ? ''
    : [
        target.departmentName,
        `接收${String(target.quota)}人`,
        `第一志愿${String(target.applyNum)}人`,
        target.minScore === '' ? '' : `最低${target.minScore}`,
        target.limitText,
      ]
        .filter((part) => part !== '')
        .join(' · ');

interface ChoiceProps {
  id: string;
  at: number;
  name: string;
  note: string;
  last: boolean;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Choice({ id, at, name, note, last, disabled, onMove, onRemove }: ChoiceProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={classes['line']}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {!disabled && (
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size={26}
          {...attributes}
          {...listeners}
          aria-label={`移动${name}`}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      )}
      <b className={classes['at']}>{at + 1}</b>
      <span className={classes['name']}>
        {name}
        <small>{note}</small>
      </span>
      {!disabled && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`上移${name}`}
            disabled={at === 0}
            onClick={() => {
              onMove(-1);
            }}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`下移${name}`}
            disabled={last}
            onClick={() => {
              onMove(1);
            }}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`取消${name}`} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}
