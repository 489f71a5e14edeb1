import { ActionIcon, CloseButton, Group, HoverCard, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import classes from './pick-input.module.css';

/** What stands between the names of several chosen ones (PICKERS-009). */
const JOINT = '、';

export type PickInputProps = WidgetProps & {
  /** Names of what is chosen. */
  names: readonly string[];
  onOpen: () => void;
  /** Empties the choice. */
  onClear: () => void;
  placeholder: string;
};

/**
 * A read-only input that opens a dialog to choose in: names joined, a search icon, clearing, and all names in a popover
 * (PICKERS-003, 007…010).
 */
export function PickInput({ names, onOpen, onClear, placeholder, ...widget }: PickInputProps) {
  const disabled = widget.disabled ?? false;
  return (
    <HoverCard position="bottom-start" openDelay={200} shadow="md" zIndex={320} width={280} withRoles={false}>
      <HoverCard.Target>
        {/*
         * What shows on hover is no menu: it says nothing of roles, and takes hold of a box, not of the input, whose id
         * its label knows.
         */}
        <div>
          <TextInput
            {...inputAttributes(widget)}
            readOnly
            placeholder={placeholder}
            value={names.join(JOINT)}
            classNames={{ input: classes['input'] ?? '' }}
            rightSectionWidth={64}
            onClick={onOpen}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                onOpen();
              }
            }}
            rightSection={
              <Group gap={2} wrap="nowrap" justify="flex-end" w="100%" pr={4}>
                {names.length > 0 && !disabled && (
                  <CloseButton
                    size="sm"
                    aria-label="清空"
                    onClick={(event) => {
                      event.stopPropagation();
                      onClear();
                    }}
                  />
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={26}
                  disabled={disabled}
                  aria-label={`${placeholder}…`}
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen();
                  }}
                >
                  <IconSearch size={16} />
                </ActionIcon>
              </Group>
            }
          />
        </div>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <div className={classes['title']}>已选中</div>
        {names.length === 0 ? (
          <div className={classes['none']}>暂无选中项</div>
        ) : (
          <ol className={classes['names']}>
            {names.map((name, index) => (
              <li key={`${String(index)}${name}`}>{name}</li>
            ))}
          </ol>
        )}
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
