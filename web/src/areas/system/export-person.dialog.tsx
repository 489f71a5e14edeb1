import { exportPersonData } from '@jwxt/contracts/audit/person-data.operations.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useDownload } from '../../lib/download.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** Asks for a copy of everything about one person. */
export function ExportPersonDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={520} title="导出个人信息">
      {opened && <ExportForm onClose={onClose} />}
    </Dialog>
  );
}

function ExportForm({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const download = useDownload(exportPersonData);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (number.trim() === '') {
      setProblem('请输入学号、工号或账号');
      return;
    }
    download.start({ number: number.trim() });
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Field label="学号、工号或账号" htmlFor="export-person-number" width={140} required error={problem}>
          <TextInput
            id="export-person-number"
            data-autofocus
            maxLength={40}
            placeholder="请输入学号、工号或账号"
            value={number}
            onChange={(event) => {
              setNumber(event.currentTarget.value);
            }}
          />
        </Field>
        <Text size="sm">
          包括基本数据、成绩、申请及其经过、消息和附件，在后台生成，完成后在“我的导出”中下载。导出记入操作日志。
        </Text>
        <Group justify="flex-end" gap={12}>
          <CancelButton />
          <Button type="submit">导出</Button>
        </Group>
      </Stack>
    </form>
  );
}
