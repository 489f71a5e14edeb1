import { type InputOf, type Operation, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useDownload } from '../lib/download.ts';
import { useMay } from '../lib/session.ts';

/**
 * 导出 of what a list shows: in its toolbar, on the left, the last of what changes nothing. Absent without the
 * operation's permission.
 */
export function ExportButton<O extends Operation>({
  operation,
  input,
  disabled,
}: {
  operation: O;
  input: InputOf<O>;
  disabled?: boolean;
}) {
  const download = useDownload(operation);
  const may = useMay(permissionOf(operation));
  if (!may) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFileExport size={16} />}
      disabled={disabled ?? false}
      loading={download.isPending}
      onClick={() => {
        download.start(input);
      }}
    >
      导出
    </Button>
  );
}
