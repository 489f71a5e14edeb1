import { queryRoles, type RoleView } from '@jwxt/contracts/access/role.operations.ts';
import { saveRolePermissions, selectRoleByJsbh } from '@jwxt/contracts/access/role-permission.operations.ts';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/faces.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';
import { differenceOf, filteredTree, permissionTree } from './permission-tree.model.ts';
import { PermissionTree } from './permission-tree.tsx';

type Role = OutputOf<typeof selectRoleByJsbh>;

/** 权限: what a role may do, as a tree, beside what it had, came with, or another role has (SYSADMIN-12). */
export function RolePermissionsDialog({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const query = useOperation(selectRoleByJsbh, { jsbh: role.jsbh }, { staleTime: 0, keepPrevious: false });
  if (query.data) return <Permissions key={query.data.version} role={query.data} onClose={onClose} />;
  return (
    <Dialog opened width={960} title={`权限：${role.jsmc}`} onClose={onClose}>
      {query.error ? (
        <ErrorState
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => {
            void query.refetch();
          }}
        />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

/** What the chosen codes are compared with. */
const SAVED = '';
const DEFAULTS = '默认';

function Permissions({ role, onClose }: { role: Role; onClose: () => void }) {
  const saved: ReadonlySet<string> = new Set(role.qxbhs);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(saved);
  const [text, setText] = useState('');
  const [against, setAgainst] = useState(SAVED);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const maySave = useMay('roleMana:save');
  const other = useOperation(
    selectRoleByJsbh,
    { jsbh: against },
    { enabled: against !== SAVED && against !== DEFAULTS, keepPrevious: false },
  );
  const roles = useOperation(queryRoles, { pageNo: 1, pageSize: 200 });
  const compared: ReadonlySet<string> =
    against === DEFAULTS ? new Set(role.defaults) : against === SAVED ? saved : new Set(other.data?.qxbhs ?? chosen);
  const difference = differenceOf(chosen, compared);
  const different = new Set([...difference.added, ...difference.removed]);
  const changes = differenceOf(chosen, saved);
  const save = useOperationMutation(saveRolePermissions, {
    invalidates: ['roleMana.', 'permission.'],
    onSuccess({ added, removed }) {
      notify.success(`已保存：增加 ${String(added.length)} 项，去掉 ${String(removed.length)} 项，立即生效`);
      onClose();
    },
    onError(error) {
      notify.failure(error);
    },
  });
  const submit = async () => {
    const { added, removed } = changes;
    const message =
      `“${role.jsmc}”将增加 ${String(added.length)} 项权限、去掉 ${String(removed.length)} 项，` +
      '对其全部用户立即生效。';
    if (await confirm({ message, danger: removed.length > 0 }))
      save.mutate({ jsbh: role.jsbh, version: role.version, qxbhs: [...chosen].toSorted() });
  };
  const tree = filteredTree(permissionTree, text, onlyDifferent ? (code) => different.has(code) : undefined);
  return (
    <Dialog
      opened
      width={960}
      height={560}
      title={`权限：${role.jsmc}`}
      onClose={onClose}
      input={[...chosen].toSorted()}
      footerNote={
        changes.added.length + changes.removed.length === 0
          ? `已有 ${String(saved.size)} 项权限`
          : `将增加 ${String(changes.added.length)} 项，去掉 ${String(changes.removed.length)} 项`
      }
      footer={
        <>
          <CancelButton />
          {maySave && (
            <Button
              disabled={changes.added.length + changes.removed.length === 0}
              loading={save.isPending}
              onClick={() => {
                void submit();
              }}
            >
              保存
            </Button>
          )}
        </>
      }
    >
      <div className={classes['line']}>
        <TextInput
          aria-label="查找权限"
          className={classes['grow'] ?? ''}
          placeholder="按名称或权限代码查找"
          leftSection={<IconSearch size={15} />}
          maxLength={60}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <Select
          aria-label="对比"
          w={220}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          value={against}
          data={[
            { value: SAVED, label: '对比：已保存的权限' },
            ...(role.defaults.length > 0 ? [{ value: DEFAULTS, label: '对比：出厂默认' }] : []),
            ...(roles.data?.rows ?? [])
              .filter(({ jsbh }) => jsbh !== role.jsbh)
              .map(({ jsbh, jsmc }) => ({ value: jsbh, label: `对比：${jsmc}` })),
          ]}
          onChange={(value) => {
            setAgainst(value ?? SAVED);
          }}
        />
        <Checkbox
          label={`只看差异（${String(different.size)}）`}
          checked={onlyDifferent}
          onChange={(event) => {
            setOnlyDifferent(event.currentTarget.checked);
          }}
        />
      </div>
      <p className={classes['lead']}>
        绿色为多出的权限，红色删除线为少去的权限（与所选对象相比）。保存后，用户的下一次操作即按新权限办理。
      </p>
      <PermissionTree
        tree={tree}
        chosen={chosen}
        compared={compared}
        open={text.trim() !== '' || onlyDifferent}
        readOnly={!maySave}
        onChange={setChosen}
      />
    </Dialog>
  );
}
