/** A search that needs no script: it stands in until the catalogue's own search has arrived. */
export function PlainSearch() {
  return (
    <search>
      <form className="shop-plain-search" action="/productlist">
        <input type="search" name="search" placeholder="Search" aria-label="Search" />
      </form>
    </search>
  );
}
