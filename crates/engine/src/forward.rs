//! The methods of [`crate::board::Board`] that both boards pass on to their positions, word for word.

/// Stands in an `impl Board for Position` for those methods. Each is a call of the position's own, so it is always inlined.
macro_rules! forward_to_position {
    () => {
        #[inline(always)]
        fn side(&self) -> u8 {
            self.side
        }
        #[inline(always)]
        fn half(&self) -> u8 {
            self.half
        }
        #[inline(always)]
        fn cell(&self, square: u8) -> u8 {
            self.cell(square)
        }
        #[inline(always)]
        fn set(&self, code: u8) -> u64 {
            self.set(code)
        }
        #[inline(always)]
        fn king(&self, side: u8) -> u8 {
            self.king(side)
        }
        #[inline(always)]
        fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
            self.attackers(square, by, occupied)
        }
        #[inline(always)]
        fn attacked(&self) -> u64 {
            self.attacked()
        }
        #[inline(always)]
        fn promotions(&self) -> u64 {
            self.promotions()
        }
        #[inline(always)]
        fn is_en_passant(&self, mv: Move) -> bool {
            self.is_en_passant(mv)
        }
        #[inline(always)]
        fn in_check(&self) -> bool {
            self.in_check()
        }
        #[inline(always)]
        fn is_dead(&self) -> bool {
            self.is_dead()
        }
        #[inline(always)]
        fn captures(&self, writer: &mut Writer) {
            self.captures(writer)
        }
        #[inline(always)]
        fn quiets(&self, writer: &mut Writer) {
            self.quiets(writer)
        }
        #[inline(always)]
        fn all(&self, writer: &mut Writer) {
            self.all(writer)
        }
        #[inline(always)]
        fn is_quiet(&self, mv: Move) -> bool {
            self.is_quiet(mv)
        }
        #[inline(always)]
        fn pinned(&self) -> u64 {
            self.screens(self.side, self.side ^ WHITE)
        }
        #[inline(always)]
        fn discoverers(&self) -> u64 {
            self.screens(self.side ^ WHITE, self.side)
        }
        #[inline(always)]
        fn is_legal(&self, mv: Move, pinned: u64) -> bool {
            self.is_legal(mv, pinned)
        }
        #[inline(always)]
        fn may_check(&self, mv: Move, discoverers: u64) -> bool {
            self.may_check(mv, discoverers)
        }
        #[inline(always)]
        fn make(&mut self, mv: Move) -> Self::Undo {
            self.make(mv)
        }
        #[inline(always)]
        fn unmake(&mut self, mv: Move, undo: Self::Undo) {
            self.unmake(mv, undo)
        }
        #[inline(always)]
        fn pass(&mut self) -> Self::Undo {
            self.pass()
        }
        #[inline(always)]
        fn take_back_pass(&mut self, undo: Self::Undo) {
            self.take_back_pass(undo)
        }
        #[inline(always)]
        fn taken(undo: Self::Undo) -> (u8, u8) {
            (undo.captured(), undo.captured_on())
        }
    };
}

pub(crate) use forward_to_position;
