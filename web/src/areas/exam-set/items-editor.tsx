import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ScoreHierarchySelect } from '../../pickers/score-hierarchy-select.tsx';
import { NumberValueInput } from '../../ui/number-input.tsx';
import classes from './exam-set.module.css';
import { itemsSum, type ItemDraft } from './setting.model.ts';

const MOST_ITEMS = 8;
/** How far a teacher may move each proportion, by key. */
export type Limits = ReadonlyMap<string, { min: number; max: number }>;

/** Sub-items line by line with their sum. With `limits` only proportions may be moved, between their ends. */
export function ItemsEditor({
  items,
  limits,
  onChange,
}: {
  items: readonly ItemDraft[];
  limits: Limits | null;
  onChange: (items: ItemDraft[]) => void;
}) {
  const change = (index: number, part: Partial<ItemDraft>): void => {
    onChange(items.map((item, at) => (at === index ? { ...item, ...part } : item)));
  };
  const { sum, difference } = itemsSum(items);
  const free = limits === null;
  return (
    <div>
      <table className={classes['items']}>
        <thead>
          <tr>
            <th>分项名称</th>
            <th style={{ width: 116 }}>比例（%）</th>
            <th style={{ width: 140 }}>录入方式</th>
            <th style={{ width: 64 }}>考试</th>
            <th style={{ width: 64 }}>启用</th>
            {free && (
              <th style={{ width: 48 }}>
                <span className="jw-visually-hidden">操作</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => {
            const limit = item.dataKey === undefined ? undefined : limits?.get(item.dataKey);
            const named = item.scoreSubItemName || `第${String(index + 1)}项`;
            return (
              <tr key={item.dataKey ?? index}>
                <td>
                  <TextInput
                    aria-label={`第${String(index + 1)}项名称`}
                    value={item.scoreSubItemName}
                    maxLength={20}
                    disabled={!free}
                    placeholder="请输入"
                    onChange={(event) => {
                      change(index, { scoreSubItemName: event.currentTarget.value });
                    }}
                  />
                </td>
                <td data-label="比例（%）">
                  <NumberValueInput
                    label={`${named}比例`}
                    value={item.scoreSubItemProportion === '' ? null : item.scoreSubItemProportion}
                    min={limit?.min ?? 0}
                    max={limit?.max ?? 100}
                    onChange={(value) => {
                      change(index, { scoreSubItemProportion: value ?? '' });
                    }}
                  />
                  {limit && (
                    <span className={classes['second']}>
                      {limit.min}%–{limit.max}%
                    </span>
                  )}
                </td>
                <td data-label="录入方式">
                  <ScoreHierarchySelect
                    label={`${named}录入方式`}
                    clearable={false}
                    disabled={!free}
                    value={item.scoreHierarchyCode}
                    onChange={(code) => {
                      change(index, { scoreHierarchyCode: code ?? 'bfz' });
                    }}
                  />
                </td>
                <td data-label="考试">
                  <Checkbox
                    aria-label={`${named}为考试分项`}
                    checked={item.isExamItem}
                    disabled={!free}
                    onChange={(event) => {
                      onChange(
                        items.map((one, at) => ({
                          ...one,
                          isExamItem: at === index ? event.currentTarget.checked : false,
                        })),
                      );
                    }}
                  />
                </td>
                <td data-label="启用">
                  <Checkbox
                    aria-label={`${named}启用`}
                    checked={item.enable === 'true'}
                    disabled={!free}
                    onChange={(event) => {
                      change(index, { enable: event.currentTarget.checked ? 'true' : 'false' });
                    }}
                  />
                </td>
                {free && (
                  <td>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={`删除${named}`}
                      disabled={items.length === 1}
                      onClick={() => {
                        onChange(items.filter((_, at) => at !== index));
                      }}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={classes['sum']} aria-live="polite">
        {free && (
          <Button
            variant="light"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={items.length >= MOST_ITEMS}
            onClick={() => {
              onChange([
                ...items,
                {
                  scoreSubItemName: '',
                  scoreSubItemProportion: '',
                  scoreHierarchyCode: 'bfz',
                  enable: 'true',
                  isExamItem: false,
                },
              ]);
            }}
          >
            新增分项
          </Button>
        )}
        <span>
          合计{' '}
          <b data-wrong={difference !== null || undefined}>
            {sum}%{difference === null ? '' : `，${difference}`}
          </b>
        </span>
      </div>
    </div>
  );
}
