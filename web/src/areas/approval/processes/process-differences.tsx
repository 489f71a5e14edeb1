import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { differencesOf, type Difference, type Names } from './process-words.model.ts';
import classes from './process.module.css';

const columns: readonly Column<Difference>[] = [
  { key: 'where', title: '节点', width: 160, align: 'left', render: ({ where }) => where },
  { key: 'label', title: '项目', width: 110, align: 'left', render: ({ label }) => label },
  { key: 'before', title: '已发布', width: 'auto', align: 'left', render: ({ before }) => before },
  { key: 'after', title: '草稿', width: 'auto', align: 'left', render: ({ after }) => after },
];

/** What a draft would change of the version in force. */
export function ProcessDifferences({
  before,
  after,
  names,
}: {
  before: ProcessDefinition;
  after: ProcessDefinition;
  names: Names;
}) {
  const differences = differencesOf(before, after, names);
  return differences.length === 0 ? (
    <p className={classes['hint']}>草稿与已发布的版本相同。</p>
  ) : (
    <DataTable
      label="与已发布版本的差异"
      columns={columns}
      rows={differences}
      rowKey={({ where, label }) => `${where} ${label}`}
    />
  );
}
