import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileExport, IconFileImport, IconPrinter } from '@tabler/icons-react';
import { exportSheet, printSheet, sheetTemplate } from '@jwxt/contracts/score/score-document.operations.ts';
import { useState } from 'react';
import { useDownload } from '../../../lib/download.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { SheetImportDialog } from '../sheet-import/sheet-import.dialog.tsx';
import { sheetKeyOf, type SheetHead } from '../sheet-grid/sheet-grid.model.ts';

export type SheetDocumentsMenuProps = {
  sheet: SheetHead;
  /** Saves what is being typed; false when something did not arrive. */
  drained: () => Promise<boolean>;
  onImported: () => void;
};

/** The sheet as files: to fill in and read in, to keep, to print. */
export function SheetDocumentsMenu({ sheet, drained, onImported }: SheetDocumentsMenuProps) {
  const may = useMayCheck();
  const [importing, setImporting] = useState(false);
  const template = useDownload(sheetTemplate);
  const excel = useDownload(exportSheet);
  const print = useDownload(printSheet);
  const key = sheetKeyOf(sheet);
  const busy = template.isPending || excel.isPending || print.isPending;
  /** Files show what the server has: first what is being typed arrives. */
  const after = (start: () => void) => {
    void drained().then(start, start);
  };
  if (!(['scoreEntry:template', 'scoreEntry:exportExcel', 'scoreEntry:print'] as const).some(may)) return null;
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={busy} rightSection={<IconChevronDown size={14} />}>
            导入导出
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sheet.editable && may('scoreEntry:template') && (
            <Menu.Item
              leftSection={<IconDownload size={16} />}
              onClick={() => {
                after(() => {
                  template.start(key);
                });
              }}
            >
              下载录入模板
            </Menu.Item>
          )}
          {sheet.editable && may('scoreEntry:import') && (
            <Menu.Item
              leftSection={<IconFileImport size={16} />}
              onClick={() => {
                after(() => {
                  setImporting(true);
                });
              }}
            >
              从 Excel 导入
            </Menu.Item>
          )}
          {sheet.editable && <Menu.Divider />}
          {may('scoreEntry:exportExcel') && (
            <Menu.Item
              leftSection={<IconFileExport size={16} />}
              onClick={() => {
                after(() => {
                  excel.start(key);
                });
              }}
            >
              导出 Excel
            </Menu.Item>
          )}
          {may('scoreEntry:print') && (
            <Menu.Item
              leftSection={<IconPrinter size={16} />}
              onClick={() => {
                after(() => {
                  print.start(key);
                });
              }}
            >
              打印成绩登记表（PDF）
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {importing && (
        <SheetImportDialog
          sheet={sheet}
          onClose={() => {
            setImporting(false);
          }}
          onImported={onImported}
        />
      )}
    </>
  );
}
