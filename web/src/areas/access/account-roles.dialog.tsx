import { setUserRoles, type AccountView } from '@jwxt/contracts/access/account.operations.ts';
import { roleNames } from '@jwxt/contracts/access/role.operations.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';

/** 设置角色 of one person: all of them at once, of the kinds that fit (SYSADMIN-11). */
export function AccountRolesDialog({ account, onClose }: { account: AccountView; onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>(account.roleCodes);
  const names = useOperation(roleNames, { jslx: account.userType });
  const save = useOperationMutation(setUserRoles, {
    invalidates: ['userMana.', 'systemUser.', 'role.', 'roleMana.'],
    success: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      opened
      width={560}
      title={`设置角色：${account.name}`}
      onClose={onClose}
      input={chosen}
      footer={
        <>
          <CancelButton />
          <Button
            loading={save.isPending}
            onClick={() => {
              save.mutate({ userName: account.userName, jsbhs: chosen });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>
        这里选中的从现在起长期有效；需要起止日期的在“角色管理”的用户中分配。保存后立即生效。
      </p>
      <Field label="角色" htmlFor="account-roles">
        <ChooseMany
          id="account-roles"
          options={(names.data ?? []).map(({ jsbh, jsmc }) => ({ code: jsbh, name: jsmc }))}
          value={chosen}
          onChange={setChosen}
        />
      </Field>
    </Dialog>
  );
}
