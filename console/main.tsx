import { render } from 'preact';
import { App } from './app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/ask.css';
import { applyTheme } from './theme.ts';

applyTheme();
render(<App />, document.getElementById('app')!);
