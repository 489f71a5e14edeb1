import { Checkbox, Tree, UnstyledButton, useTree, type TreeNodeData } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { chosenOf, type ClassBranch } from './class-choice.model.ts';
import classes from './class-selector.module.css';

/** Height of the panel (PICKERS-039). */
const TREE_HEIGHT = 550;

const treeData = (branch: ClassBranch): TreeNodeData => ({
  value: branch.id,
  label: branch.title,
  children: branch.below.map(treeData),
});
const byId = (branch: ClassBranch): [string, ClassBranch][] => [[branch.id, branch], ...branch.below.flatMap(byId)];

export type ClassTreeProps = {
  root: ClassBranch;
  chosen: ReadonlySet<string>;
  onToggle: (branch: ClassBranch, on: boolean) => void;
  /** The branch that the list beside it is of. */
  current: ClassBranch;
  onOpen: (branch: ClassBranch) => void;
};

/** Units, majors and classes with boxes to tick; opened at the root (PICKERS-037, 038). */
export function ClassTree({ root, chosen, onToggle, current, onOpen }: ClassTreeProps) {
  const tree = useTree({ initialExpandedState: { [root.id]: true } });
  // The tree begins anew with new data, for ever if each drawing brought some.
  const data = useMemo(() => [treeData(root)], [root]);
  const branches = useMemo(() => new Map(byId(root)), [root]);
  return (
    <div className={classes['tree']} style={{ height: TREE_HEIGHT }}>
      <Tree
        data={data}
        tree={tree}
        levelOffset={18}
        expandOnClick={false}
        aria-label="单位、专业、班级"
        renderNode={({ node, expanded, hasChildren, elementProps }) => {
          const branch = branches.get(node.value)!;
          const state = chosenOf(branch, chosen);
          return (
            <div
              {...elementProps}
              className={`${elementProps.className} ${classes['node'] ?? ''}`}
              data-current={branch.id === current.id || undefined}
            >
              <span className={classes['toggle']} data-open={expanded || undefined} aria-hidden>
                {hasChildren && <IconChevronRight size={14} />}
              </span>
              <Checkbox
                size="xs"
                aria-label={`选择${branch.title}`}
                checked={state === 'all'}
                indeterminate={state === 'some'}
                disabled={branch.classes.length === 0}
                onChange={(event) => {
                  onToggle(branch, event.currentTarget.checked);
                }}
              />
              <UnstyledButton
                className={`jw-ellipsis ${classes['title'] ?? ''}`}
                title={branch.title}
                onClick={() => {
                  if (hasChildren) tree.toggleExpanded(node.value);
                  onOpen(branch);
                }}
              >
                {branch.title}
              </UnstyledButton>
            </div>
          );
        }}
      />
    </div>
  );
}
