import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type ButtonProps = Omit<ButtonHTMLAttributes, 'icon'> & {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** An action started by the button is running. */
  readonly busy?: boolean;
  readonly children?: ComponentChildren;
};

export function Button({ variant = 'plain', icon, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${variant}`}
      aria-busy={busy}
      disabled={rest.disabled || busy}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink(props: {
  readonly icon: IconName;
  readonly href: string;
  readonly target?: '_blank';
  readonly rel?: string;
  readonly children: ComponentChildren;
}) {
  const { icon, children, ...rest } = props;
  return (
    <a {...rest} class="button plain">
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  );
}

/** An icon button; its label is read aloud and shown as a tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ButtonHTMLAttributes, 'icon'> & {
  readonly icon: IconName;
  readonly label: string;
}) {
  return (
    <button
      type="button"
      {...rest}
      class={`icon-button ${rest.class ?? ''}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
