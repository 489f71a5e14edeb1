import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SystemTree } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import {
  creditRules,
  tenths,
  typedOf,
  type CreditChanges,
  type CreditField,
  type judged,
} from './credit-form.model.ts';
import classes from './scheme.module.css';

const fields: readonly (readonly [CreditField, string])[] = [
  ['minCredit', '最低学分'],
  ['maxCredit', '最高学分'],
  ['minHours', '学时'],
  ['minCourseNum', '最低门数'],
];

export type CreditTableProps = {
  tree: SystemTree;
  changes: CreditChanges;
  /** Sums and problems of what is typed. */
  sums: ReturnType<typeof judged>;
  editable: boolean;
  onChange: (nodeId: string, field: CreditField, value: string) => void;
};

/** Modules and classes with what each asks for, the sum of what is below, and the difference (SCHEME-10). */
export function CreditTable({ tree, changes, sums, editable, onChange }: CreditTableProps) {
  const total = tree.totalCredit === null ? null : tenths(tree.totalCredit);
  const ofGradeMajor = tree.gradeMajorId !== null;
  const wrong = new Set(sums.problems.map(({ nodeId }) => nodeId));
  return (
    // It scrolls by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="各模块与分类的学分">
      <table className={classes['table']} aria-label="课程体系的学分要求">
        <colgroup>
          <col />
          {fields.map(([field]) => (
            <col key={field} style={{ width: 86 }} />
          ))}
          {ofGradeMajor && <col style={{ width: 62 }} />}
          <col style={{ width: 76 }} />
          <col style={{ width: 76 }} />
          <col style={{ width: 68 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">模块与分类</th>
            {fields.map(([field, label]) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            {ofGradeMajor && <th scope="col">模板</th>}
            <th scope="col">下级合计</th>
            <th scope="col">未分配</th>
            <th scope="col">占比</th>
          </tr>
        </thead>
        <tbody>
          {tree.nodes.map((node) => {
            const typed = typedOf(node, changes);
            const min = tenths(typed.minCredit);
            const below = node.isParent === yesNo.yes ? sums.below(node.nodeId) : null;
            const left = min === null || below === null ? null : min - below;
            return (
              <tr
                key={node.nodeId}
                data-level={node.level}
                data-classify={node.classifyId !== null || undefined}
                data-wrong={wrong.has(node.nodeId) || undefined}
              >
                <td>
                  <div className="jw-ellipsis" title={node.name} style={{ paddingLeft: (node.level - 1) * 18 }}>
                    {node.name}
                  </div>
                </td>
                {fields.map(([field, label]) => (
                  <td key={field} data-label={label}>
                    {editable ? (
                      <NumberInput
                        size="xs"
                        label={`${node.name}：${label}`}
                        {...creditRules[field]}
                        value={typed[field]}
                        placeholder="不限"
                        onChange={(value) => {
                          onChange(node.nodeId, field, value);
                        }}
                      />
                    ) : (
                      typed[field] || <span className={classes['quiet']}>不限</span>
                    )}
                  </td>
                ))}
                {ofGradeMajor && (
                  <td className={classes['quiet']} data-label="模板">
                    {node.templateCredit ?? ''}
                  </td>
                )}
                <td className={classes['quiet']} data-label="下级合计">
                  {below === null ? '' : creditText(below)}
                </td>
                <td className={left !== null && left < 0 ? classes['wrong'] : undefined} data-label="未分配">
                  {left === null ? '' : creditText(left)}
                </td>
                <td className={classes['quiet']} data-label="占比">
                  {min === null || !total ? '' : `${((min * 100) / total).toFixed(1)}%`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
