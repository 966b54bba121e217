import { Component, createElement, type FunctionComponent } from 'preact';

/** The component, rendered again only when one of its properties changes. */
export function memo<Props extends object>(drawn: FunctionComponent<Props>): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>) {
      const keys = new Set([...Object.keys(next), ...Object.keys(this.props)]) as Set<keyof Props>;
      return [...keys].some((key) => !Object.is(next[key], this.props[key]));
    }

    override render() {
      return createElement(drawn, this.props as Props);
    }
  }
  return Memo as unknown as FunctionComponent<Props>;
}
