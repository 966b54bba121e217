/** Strokes on a grid of 24 by 24. */
const PATHS = {
  ask: 'M21 12a8 8 0 0 1-11.6 7.1L4 20.5l1.4-4.9A8 8 0 1 1 21 12Z',
  send: 'M12 20V5M5.5 11.5 12 5l6.5 6.5',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  retry: 'M20 12a8 8 0 1 1-2.3-5.6M20 3v5h-5',
  up: 'M7 11v9H4v-9zM7 12l4-8c1.7 0 2.5 1.3 2.2 2.8L12.5 10H18c1.4 0 2.3 1.2 2 2.5l-1.3 6c-.2 1-1 1.5-2 1.5H7',
  down: 'M17 13V4h3v9zM17 12l-4 8c-1.7 0-2.5-1.3-2.2-2.8l.7-3.2H6c-1.4 0-2.3-1.2-2-2.5l1.3-6c.2-1 1-1.5 2-1.5H17',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  history: 'M4 12a8 8 0 1 0 2.3-5.6M4 3v5h5M12 8v4.5l3 1.8',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  keyboard:
    'M3 6h18v12H3zM6.5 9.5h.01M10 9.5h.01M14 9.5h.01M17.5 9.5h.01M6.5 12h.01M10 12h.01M14 12h.01M17.5 12h.01M8 15h8',
  newest: 'M12 4v15M5.5 12.5 12 19l6.5-6.5',
  key: 'M15 4a5 5 0 1 1-4.7 6.7L4 17v3h3l1.5-1.5V17H10l2.3-2.3A5 5 0 0 1 15 4ZM16 9h.01',
  filter: 'M4 6h16M7 12h10M10 18h4',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16 16l4.5 4.5',
  alert: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01',
  quote: 'M9 7H4v6h5zM9 13c0 2.5-1.5 4-4 4.5M20 7h-5v6h5zM20 13c0 2.5-1.5 4-4 4.5',
  chevron: 'm7 10 5 5 5-5',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5.5M14 11v5.5',
  upload: 'M12 16V5M6.5 10 12 4.5 17.5 10M4 20h16',
  folder: 'M3 6h6l2 2.5h10V19H3z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  pulse: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  review: 'M9 4h6v3H9zM9 5.5H5V21h14V5.5h-4M8.5 14l2.5 2.5 4.5-5',
  quality: 'M4 20V4M4 20h16M8 16v-4M12.5 16V8M17 16v-6',
  zoom: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16 16l4.5 4.5M8 11h6M11 8v6',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  more: 'M5 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1ZM12 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1ZM19 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1Z',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  download: 'M12 4v11M6.5 10 12 15.5 17.5 10M4 20h16',
  turn: 'M5 5v6a3 3 0 0 0 3 3h11M14 9l5 5-5 5',
  page: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon next to words or with a label: never read aloud. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
