throw new Error("the page has a gateway of its own");
